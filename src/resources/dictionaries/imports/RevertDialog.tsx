import { useState } from "react";
import { LinkBase } from "react-admin";
import type { ImportSummary } from "../../../../domain/imports/schemas.ts";
import { countsText } from "../../../components/imports/ImportOutcome.tsx";
import {
  ImportRevertDialog,
  UnchangedRecords,
} from "../../../components/imports/ImportRevertDialog.tsx";
import { importPages } from "../../../i18n/ja/importPages.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { useWriter } from "../../../writes/useWrite.ts";
import { isLockLost } from "../form/useBegin.ts";
import { heldSentence } from "../LockState.tsx";
import { entriesPath } from "../paths.ts";

const text = importPages.revert;

interface RevertDialogProps {
  imported: ImportSummary;
  editLock: EditLockHandle;
  onTried: (reverted: ImportSummary | undefined) => Promise<void>;
  onClose: () => void;
}

/** Undoes an import, or names the entries that keep it from being undone. */
export function RevertDialog({ imported, editLock, onTried, onClose }: RevertDialogProps) {
  const { dictionaryId: id, importId } = imported;
  const send = useWriter("POST /dictionaries/{id}/imports/{importId}/revert");
  const { pending, problem, submit } = useSubmit();
  const [isHeld, setHeld] = useState(false);
  const { answer } = problem ?? {};
  const changed = answer?.code === "ENTRIES_CHANGED" ? answer.entries : [];
  const { lock } = editLock;
  const holder = isHeld && lock.state === "held" ? lock.holder : null;

  async function revert() {
    const { result: reverted, problem: failed } = await submit(revertUnderLock);
    if (failed && isLockLost(failed.error)) editLock.check();
    await onTried(reverted);
    return reverted !== undefined;
  }

  async function revertUnderLock() {
    const isMine = await editLock.begin();
    setHeld(!isMine);
    return isMine ? send({ id, importId }, { lock: { resource: "dictionaries", id } }) : undefined;
  }

  return (
    <ImportRevertDialog
      fileName={imported.fileName}
      result={imported.result ? countsText(importPages.result, imported.result) : ""}
      question={text.body}
      effects={text.days}
      pending={pending}
      problem={
        <>
          {holder ? heldSentence(holder) : null}
          {isLockLost(problem?.error) ? text.lockLost : problem?.message}
        </>
      }
      isOver={changed.length > 0}
      revert={revert}
      onClose={onClose}
    >
      <UnchangedRecords
        label={text.changed}
        records={changed.map(({ entryId, surface, reading }) => ({
          key: entryId,
          name: <LinkBase to={entriesPath(id, surface)}>{surface}</LinkBase>,
          detail: reading,
        }))}
        isCut
      />
    </ImportRevertDialog>
  );
}
