import Button from "@mui/material/Button";
import { useEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { can } from "../../../../domain/access.ts";
import type { DictionaryImport, ImportCommit } from "../../../../domain/imports/schemas.ts";
import { ProgressBar } from "../../../components/display/ProgressBar.tsx";
import { CommitRefusal } from "../../../components/imports/CommitParts.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { isRightLost } from "../../../providers/live/lockState.ts";
import type { EditLock, EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { endsLock } from "../form/useBegin.ts";
import { heldSentence } from "../LockState.tsx";
import { CommitForm } from "./CommitForm.tsx";

const text = importPages.commit;

interface CommitProps {
  dryRun: DictionaryImport;
  editLock: EditLockHandle;
  onDone: (committed: DictionaryImport) => Promise<void>;
  /** Reads the import again; resolves to whether it was written after all. */
  onDoubt: () => Promise<boolean>;
  onRunning: (running: boolean) => void;
}

/** Writes the dry run, in one of the three modes. */
export function Commit({ dryRun, editLock, onDone, onDoubt, onRunning }: CommitProps) {
  const notify = useNotify();
  const { dictionaryId: id, importId } = dryRun;
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
  const sentence = stopped ? text.stopped : refusal;
  return (
    <>
      {sentence && !running ? <CommitRefusal text={sentence} /> : null}
      {/* Keeps what was chosen. */}
      <div hidden={running}>
        <CommitForm
          counts={dryRun.counts}
          reason={reasonOf(editLock.lock)}
          onCommit={(body) => void commit(body)}
        />
      </div>
      {running ? <Committing stopping={stopped} onStop={stop} /> : null}
    </>
  );

  function reasonOf(lock: EditLock): string | null {
    if (lock.state === "mine") return null;
    if (!mayWrite) return text.needsRight;
    if (lock.state === "unknown") return text.locking;
    const holder = "holder" in lock ? lock.holder : null;
    return holder ? heldSentence(holder) : text.needsLock;
  }
}

function Committing({ stopping, onStop }: { stopping: boolean; onStop: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const doing = stopping ? text.stopping : text.running;
  return (
    <div className={styles.running}>
      <ProgressBar label={doing} text={doing} value={undefined} />
      <Button ref={button} variant="outlined" color="secondary" onClick={onStop}>
        {text.stop}
      </Button>
    </div>
  );
}
