import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useTranslate } from "react-admin";
import type { EntryBatchResult } from "../../../../domain/entries.ts";
import { connectivity } from "../../../providers/connectivity.ts";
import { createSubmissions } from "../../../providers/submissions.ts";
import type { EntryStore } from "./entryPages.ts";
import { createEntrySheet, type SheetCalls } from "./entrySheet.ts";
import { useEntryWriter } from "./useEntryWriter.ts";

/** The unsaved input and the writes of a dictionary's entries, as long as its page is open. */
export function useEntrySheet(
  dictionaryId: number,
  { written }: Pick<EntryStore, "written">,
  refused: (error: unknown) => void,
) {
  const translate = useTranslate();
  const send = useEntryWriter(dictionaryId);
  const submit = useMemo(() => createSubmissions<EntryBatchResult>(), []);
  const calls: SheetCalls = {
    write: (batch) => submit(JSON.stringify(batch), (key) => send(batch, key)),
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
