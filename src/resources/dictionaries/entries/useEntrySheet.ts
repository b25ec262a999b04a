import { useEffect, useEffectEvent, useState } from "react";
import { useTranslate } from "../../../i18n/translate.ts";
import { connectivity } from "../../../providers/http/connectivity.ts";
import { useStored } from "../../../providers/store.ts";
import { useWriter } from "../../../writes/useWrite.ts";
import { batchOf, type Writes } from "./entryBatches.ts";
import type { Field } from "./entryCells.ts";
import { createEntrySheet, type SheetCalls } from "./entrySheet.ts";

/** The unsaved input and the writes of a dictionary's entries, as long as its page is open. */
export function useEntrySheet(dictionaryId: number, page: Pick<SheetCalls, "written" | "refused">) {
  const translate = useTranslate();
  const send = useWriter("POST /dictionaries/{id}/entries/batch");
  const [sheet] = useState(createEntrySheet);
  const state = useStored(sheet);

  const write = useEffectEvent((writes: Writes) =>
    send(
      { id: dictionaryId, body: batchOf(writes) },
      { lock: { resource: "dictionaries", id: dictionaryId } },
    ),
  );
  const written = useEffectEvent(page.written);
  const refused = useEffectEvent(page.refused);
  const unread = useEffectEvent((field: Field) =>
    // Any text is a note.
    field === "note" ? "" : translate(`resources.entries.error.${field}`),
  );
  useEffect(() => sheet.connect({ write, written, refused, unread }), [sheet]);
  useEffect(() => connectivity.onBack(() => sheet.resend()), [sheet]);
  return { sheet, state };
}
