import { useState } from "react";
import { LinkBase, useNotify } from "react-admin";
import { MOST_NAMED } from "../../../../domain/imports/rules.ts";
import type { ChangedEntry, ImportSummary } from "../../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { CloseButton, DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import styles from "../../../components/upload/fileImport.module.css";
import { importPages } from "../../../i18n/ja/importPages.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { useWriter } from "../../../writes/useWrite.ts";
import { isLockLost } from "../form/useBegin.ts";
import { heldSentence } from "../LockState.tsx";
import { entriesPath } from "../paths.ts";
import { resultText } from "./resultText.ts";

const text = importPages.revert;

interface RevertDialogProps {
  imported: ImportSummary;
  editLock: EditLockHandle;
  onTried: (reverted: ImportSummary | undefined) => Promise<void>;
  onClose: () => void;
}

/** Undoes an import, or names the entries that keep it from being undone. */
export function RevertDialog({ imported, editLock, onTried, onClose }: RevertDialogProps) {
  const notify = useNotify();
  const { dictionaryId: id, importId } = imported;
  const send = useWriter("POST /dictionaries/{id}/imports/{importId}/revert");
  const { pending, problem, submit } = useSubmit();
  const [isHeld, setHeld] = useState(false);
  const { answer } = problem ?? {};
  const changed = answer?.code === "ENTRIES_CHANGED" ? answer.entries : [];
  const { lock } = editLock;
  const holder = isHeld && lock.state === "held" ? lock.holder : null;

  async function confirm() {
    const { result: reverted, problem: failed } = await submit(revert);
    if (failed && isLockLost(failed.error)) editLock.check();
    await onTried(reverted);
    if (!reverted) return;
    notify(text.done, { type: "success" });
    onClose();
  }

  /** Under the lock, which it acquires. */
  async function revert() {
    const isMine = await editLock.begin();
    setHeld(!isMine);
    return isMine ? send({ id, importId }, { lock: { resource: "dictionaries", id } }) : undefined;
  }

  return (
    <DialogFrame
      title={text.title}
      role="alertdialog"
      onClose={onClose}
      dismissible={!pending}
      actions={
        changed.length > 0 ? (
          <CloseButton />
        ) : (
          <DialogButtons
            danger
            pending={pending}
            confirm={text.open}
            onConfirm={() => void confirm()}
          />
        )
      }
    >
      <p className={dialog.lead}>{text.body}</p>
      <DialogSubject
        name={imported.fileName}
        detail={imported.result ? resultText(imported.result) : ""}
      />
      <p>{text.days}</p>
      <p role="alert" className="strong error optional">
        {holder ? heldSentence(holder) : null}
        {isLockLost(problem?.error) ? text.lockLost : problem?.message}
      </p>
      {changed.length > 0 ? (
        <ChangedEntries dictionaryId={imported.dictionaryId} entries={changed} />
      ) : null}
    </DialogFrame>
  );
}

interface ChangedEntriesProps {
  dictionaryId: number;
  entries: readonly ChangedEntry[];
}

/** The entries that keep an import from being undone; each link finds its entry. */
function ChangedEntries({ dictionaryId, entries }: ChangedEntriesProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <section aria-label={text.changed} tabIndex={0} className={styles.changed}>
        <ul>
          {entries.map(({ entryId, surface, reading }) => (
            <li key={entryId}>
              <LinkBase to={entriesPath(dictionaryId, surface)}>{surface}</LinkBase>
              <span className="note block">{reading}</span>
            </li>
          ))}
        </ul>
      </section>
      {entries.length >= MOST_NAMED ? <p>{text.more(formatNumber(entries.length))}</p> : null}
    </>
  );
}
