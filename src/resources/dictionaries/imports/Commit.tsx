import { useEffect, useState } from "react";
import { useNotify } from "react-admin";
import { can } from "../../../../domain/access.ts";
import { MOST_ENTRIES } from "../../../../domain/entries/rules.ts";
import { entriesAfter, IMPORT_MODES, type ImportMode } from "../../../../domain/imports/rules.ts";
import type {
  DictionaryImport,
  ImportCommit,
  ImportCounts,
} from "../../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Radios } from "../../../components/form/Radios.tsx";
import { CommitForm } from "../../../components/imports/CommitForm.tsx";
import { StoppableProgress } from "../../../components/imports/ImportFile.tsx";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { isRightLost } from "../../../providers/live/lockState.ts";
import type { EditLock, EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { endsLock } from "../form/useBegin.ts";
import { heldSentence } from "../LockState.tsx";

const text = importPages.commit;

interface CommitProps {
  dryRun: DictionaryImport;
  editLock: EditLockHandle;
  onDone: (committed: DictionaryImport) => Promise<void>;
  /** Reads the import again; resolves to whether it was written after all. */
  onDoubt: () => Promise<boolean>;
  onRunning: (running: boolean) => void;
}

/** Writes the dry run, in one of the three modes. What is chosen beforehand deletes nothing. */
export function Commit({ dryRun, editLock, onDone, onDoubt, onRunning }: CommitProps) {
  const notify = useNotify();
  const { dictionaryId: id, importId, counts } = dryRun;
  const [mode, setMode] = useState<ImportMode>("merge");
  const { write, pending, problem, stop, stopped } = useWrite(
    "POST /dictionaries/{id}/imports/{importId}/commit",
    { lock: { resource: "dictionaries", id }, abortable: true },
  );
  const [settling, setSettling] = useState(false);
  const running = pending || settling;

  async function commit(body: ImportCommit) {
    setSettling(true);
    try {
      const { result, problem: failed, isStopped } = await write({ id, importId, body });
      const committedAt = new Date().toISOString();
      if (result) await onDone({ ...dryRun, mode: body.mode, result, committedAt });
      if (failed) await settle(failed.error, isStopped);
    } finally {
      setSettling(false);
    }
  }

  /** The server may have written it nevertheless. */
  async function settle(error: unknown, isStopped: boolean) {
    if (endsLock(error)) editLock.check();
    const isWritten = await onDoubt();
    if (isWritten && isStopped) notify(text.tooLate, { type: "info" });
  }

  useEffect(() => {
    if (!running) return;
    onRunning(true);
    // The result takes the place of this component before it could say that it has ended.
    return () => onRunning(false);
  }, [running, onRunning]);
  const mayWrite = can(useUserProfile(), "dictionary.write");
  const lost = isRightLost(problem?.error) ? text.rightLost : text.lockLost;
  const refusal = endsLock(problem?.error) ? lost : problem?.message;
  const doing = stopped ? text.stopping : text.running;
  const deletes = mode === "replace" && counts.deletedByReplace > 0;
  return (
    <CommitForm
      running={
        running ? (
          <StoppableProgress
            label={doing}
            text={doing}
            value={undefined}
            stop={text.stop}
            onStop={stop}
          />
        ) : null
      }
      refusal={stopped ? text.stopped : refusal}
      errors={counts.error}
      fix={text.hasErrors(formatNumber(counts.error))}
      reason={reasonOf(editLock.lock) ?? overfull(counts, mode)}
      showsReason
      danger={deletes}
      submit={deletes ? text.submitDeleting(formatNumber(counts.deletedByReplace)) : text.submit}
      onCommit={(skipErrors) => void commit({ mode, ...(skipErrors ? { skipErrors } : {}) })}
    >
      {() => (
        <Radios
          legend={text.mode}
          options={IMPORT_MODES.map((each) => ({
            value: each,
            label: importPages.modes[each],
            hint: overfull(counts, each) ?? effectOf(counts, each),
            danger: each === "replace",
          }))}
          value={mode}
          onChange={setMode}
        />
      )}
    </CommitForm>
  );

  function reasonOf(lock: EditLock): string | null {
    if (lock.state === "mine") return null;
    if (!mayWrite) return text.needsRight;
    if (lock.state === "unknown") return text.locking;
    const holder = "holder" in lock ? lock.holder : null;
    return holder ? heldSentence(holder) : text.needsLock;
  }
}

function effectOf(counts: ImportCounts, mode: ImportMode): string {
  const [added, updated] = [formatNumber(counts.new), formatNumber(counts.update)];
  if (mode === "add") return text.add(added);
  if (mode === "merge") return text.merge(added, updated);
  const deleted = formatNumber(counts.deletedByReplace);
  return text[counts.error > 0 ? "replaceSkipping" : "replace"](added, updated, deleted);
}

function overfull(counts: ImportCounts, mode: ImportMode): string | null {
  const after = entriesAfter(counts, mode);
  if (after <= MOST_ENTRIES) return null;
  return text.overfull(formatNumber(after), formatNumber(after - MOST_ENTRIES));
}
