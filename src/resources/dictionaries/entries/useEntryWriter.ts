import { useCallback } from "react";
import { useDataProvider } from "react-admin";
import type { EntryBatchResult } from "../../../../domain/entries.ts";
import type { ConsoleDataProvider } from "../../../providers/dataProvider.ts";
import type { Writes } from "./entryBatches.ts";

/** Sends a batch with the token of this tab's lock. */
export function useEntryWriter(dictionaryId: number) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useCallback(
    (batch: Writes, idempotencyKey: string): Promise<EntryBatchResult> => {
      const { create, update, delete: remove } = batch;
      const body = {
        ...(create.length > 0 ? { create } : {}),
        ...(update.length > 0 ? { update } : {}),
        ...(remove.length > 0 ? { delete: remove } : {}),
      };
      return dataProvider.withLock("dictionaries", dictionaryId, (proof) =>
        dataProvider.api("POST /dictionaries/{id}/entries/batch", {
          id: dictionaryId,
          body,
          idempotencyKey,
          ...proof,
        }),
      );
    },
    [dataProvider, dictionaryId],
  );
}
