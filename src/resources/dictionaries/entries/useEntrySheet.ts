import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useNotify, useTranslate } from "react-admin";
import type { EntryBatchResult } from "../../../../domain/entries.ts";
import { messageFor } from "../../../providers/errorMessage.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { createSubmissions } from "../../../providers/submissions.ts";
import { createEntrySheet, type SheetCalls } from "./entrySheet.ts";
import type { EntryPages } from "./useEntryPages.ts";
import { useEntryWriter } from "./useEntryWriter.ts";

/** The unsaved input and the writes of a dictionary's entries, as long as its page is open. */
export function useEntrySheet(
  dictionaryId: number,
  { written }: Pick<EntryPages, "written">,
  editLock: EditLockHandle,
) {
  const translate = useTranslate();
  const notify = useNotify();
  const send = useEntryWriter(dictionaryId);
  const submit = useMemo(() => createSubmissions<EntryBatchResult>(), []);
  const calls: SheetCalls = {
    write: (batch) => submit(JSON.stringify(batch), (key) => send(batch, key)),
    written,
    refused: (error) => {
      // The page itself says that the lock is lost.
      if (Reflect.get(Object(error), "status") === 423) editLock.check();
      else notify(messageFor(error), { type: "error" });
    },
    unread: (field) => translate(`resources.entries.error.${field}`),
  };
  const current = useRef(calls);
  useEffect(() => {
    current.current = calls;
  });
  const sheet = useMemo(() => createEntrySheet(() => current.current), []);
  const state = useSyncExternalStore(sheet.subscribe, sheet.get);
  return { sheet, state };
}
