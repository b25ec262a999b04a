import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useTranslate } from "react-admin";
import { connectivity } from "../../../providers/http/connectivity.ts";
import { useWriter } from "../../../writes/useWrite.ts";
import { batchOf } from "./entryBatches.ts";
import type { EntryStore } from "./entryPages.ts";
import { createEntrySheet, type SheetCalls } from "./entrySheet.ts";

/** The unsaved input and the writes of a dictionary's entries, as long as its page is open. */
export function useEntrySheet(
  dictionaryId: number,
  { written }: Pick<EntryStore, "written">,
  refused: (error: unknown) => void,
) {
  const translate = useTranslate();
  const send = useWriter("POST /dictionaries/{id}/entries/batch");
  const calls: SheetCalls = {
    write: (writes) =>
      send(
        { id: dictionaryId, body: batchOf(writes) },
        { lock: { resource: "dictionaries", id: dictionaryId } },
      ),
    written,
    refused,
    unread: (field) => translate(`resources.entries.error.${field}`),
  };
  const current = useRef(calls);
  useEffect(() => {
    current.current = calls;
  });
  const sheet = useMemo(() => createEntrySheet(() => current.current), []);
  const state = useSyncExternalStore(sheet.subscribe, sheet.get);
  useEffect(() => connectivity.onBack(() => sheet.resend()), [sheet]);
  return { sheet, state };
}
