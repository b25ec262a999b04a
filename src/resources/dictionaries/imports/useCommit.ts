import { useEffect, useRef, useState } from "react";
import { useDataProvider } from "react-admin";
import type { DictionaryImport, ImportCommit, ImportResult } from "../../../../domain/imports.ts";
import type { ConsoleDataProvider } from "../../../providers/dataProvider.ts";
import { createSubmissions } from "../../../providers/submissions.ts";

interface CommitSteps {
  onDone: (committed: DictionaryImport) => Promise<void>;
  /** It failed or was stopped: the server may have written it nevertheless. */
  onFailed: (error: unknown, isStopped: boolean) => Promise<void>;
}

/** Writes a dry run under this tab's lock. Cancelling it and leaving the page break it off. */
export function useCommit(dryRun: DictionaryImport, { onDone, onFailed }: CommitSteps) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [submit] = useState(() => createSubmissions<ImportResult>());
  const [running, setRunning] = useState(false);
  const [stopped, setStopped] = useState(false);
  const [error, setError] = useState<unknown>();
  const current = useRef<AbortController>(undefined);
  const { dictionaryId: id, importId } = dryRun;

  useEffect(() => () => current.current?.abort(), []);

  async function commit(body: ImportCommit) {
    const cancel = new AbortController();
    const { signal } = cancel;
    current.current = cancel;
    setRunning(true);
    setStopped(false);
    setError(undefined);
    try {
      const result = await submit(JSON.stringify(body), (idempotencyKey) =>
        dataProvider.withLock("dictionaries", id, (proof) =>
          dataProvider.api("POST /dictionaries/{id}/imports/{importId}/commit", {
            id,
            importId,
            body,
            idempotencyKey,
            signal,
            ...proof,
          }),
        ),
      );
      const committedAt = new Date().toISOString();
      await onDone({ ...dryRun, mode: body.mode, result, committedAt });
    } catch (reason) {
      if (!signal.aborted) setError(reason);
      await onFailed(reason, signal.aborted);
    } finally {
      setRunning(false);
    }
  }

  function stop() {
    setStopped(true);
    current.current?.abort();
  }

  return { running, stopped, error, commit, stop };
}
