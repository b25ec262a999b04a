import { useState } from "react";
import { useDataProvider } from "react-admin";
import type { ImportSummary } from "../../../../domain/imports.ts";
import type { ConsoleDataProvider } from "../../../providers/dataProvider.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { createSubmissions } from "../../../providers/submissions.ts";
import { isLockLost } from "../refusal.ts";

/** Undoes an import under the lock, which it acquires. */
export function useRevert({ dictionaryId: id, importId }: ImportSummary, editLock: EditLockHandle) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [submit] = useState(() => createSubmissions<ImportSummary>());
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isHeld, setHeld] = useState(false);

  /** The import that was undone; undefined if it was not. */
  async function revert(): Promise<ImportSummary | undefined> {
    setPending(true);
    setError(undefined);
    setHeld(false);
    try {
      if (!(await editLock.begin())) {
        setHeld(true);
        return undefined;
      }
      return await submit("", (idempotencyKey) =>
        dataProvider.withLock("dictionaries", id, (proof) =>
          dataProvider.api("POST /dictionaries/{id}/imports/{importId}/revert", {
            id,
            importId,
            idempotencyKey,
            ...proof,
          }),
        ),
      );
    } catch (reason) {
      if (isLockLost(reason)) editLock.check();
      setError(reason);
      return undefined;
    } finally {
      setPending(false);
    }
  }

  return { pending, error, isHeld, revert };
}
