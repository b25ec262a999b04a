import { useNotify, useTranslate } from "react-admin";
import type { ImportSummary } from "../../../../domain/imports.ts";
import { CloseButton } from "../../../components/dialog/CloseButton.tsx";
import { DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { heldSentence, holderTexts } from "../holder.ts";
import { refusalOf } from "../refusal.ts";
import { ChangedEntries, changedEntriesIn } from "./ChangedEntries.tsx";
import { resultText } from "./resultText.ts";
import { useRevert } from "./useRevert.ts";

interface RevertDialogProps {
  imported: ImportSummary;
  editLock: EditLockHandle;
  onTried: (reverted: ImportSummary | undefined) => Promise<void>;
  onClose: () => void;
}

/** Undoes an import, or names the entries that keep it from being undone. */
export function RevertDialog({ imported, editLock, onTried, onClose }: RevertDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const { pending, error, isHeld, revert } = useRevert(imported, editLock);
  const text = (key: string) => translate(`resources.imports.revert.${key}`);
  const changed = changedEntriesIn(error);
  const { lock } = editLock;
  const holder = isHeld && lock.state === "held" ? lock.holder : null;

  async function confirm() {
    const reverted = await revert();
    await onTried(reverted);
    if (!reverted) return;
    notify("resources.imports.revert.done", { type: "success" });
    onClose();
  }

  return (
    <DialogFrame
      open
      title={text("title")}
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
            confirm={text("open")}
            onConfirm={() => void confirm()}
          />
        )
      }
    >
      <p className={dialog.lead}>{text("body")}</p>
      <DialogSubject
        name={imported.fileName}
        detail={imported.result ? resultText(imported.result, translate) : ""}
      />
      <p>{text("days")}</p>
      <p role="alert" className={dialog.problem}>
        {holder ? translate(heldSentence(holder), holderTexts(holder)) : null}
        {error === undefined ? null : refusalOf(error, text("lockLost"))}
      </p>
      {changed.length > 0 ? (
        <ChangedEntries dictionaryId={imported.dictionaryId} entries={changed} />
      ) : null}
    </DialogFrame>
  );
}
