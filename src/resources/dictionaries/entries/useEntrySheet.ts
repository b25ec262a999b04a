import { useEffect, useEffectEvent, useState } from "react";
import type { EntryBulk, EntryUndo } from "../../../../domain/entries/bulk.ts";
import type { DraftValues } from "../../../components/draft/draftStore.ts";
import { type StoredInput, useDraft, useOfferedDraft } from "../../../components/draft/useDraft.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { connectivity } from "../../../providers/http/connectivity.ts";
import { useStored } from "../../../providers/store.ts";
import type { StoredSubmission } from "../../../writes/submissions.ts";
import { useWriter } from "../../../writes/useWrite.ts";
import { batchOf, type Writes } from "./entryBatches.ts";
import type { Field } from "./entryCells.ts";
import type { SheetCalls } from "./entrySaves.ts";
import { createEntrySheet, type EntrySheet } from "./entrySheet.ts";
import type { UnsavedRow, UnsavedRows } from "./unsavedRows.ts";

type PageCalls = Pick<SheetCalls, "written" | "acted" | "refused">;

/** The unsaved input and the writes of a dictionary's entries, as long as its page is open. */
export function useEntrySheet(dictionaryId: number, page: PageCalls) {
  const send = useWriter("POST /dictionaries/{id}/entries/batch");
  const sendBulk = useWriter("POST /dictionaries/{id}/entries/bulk");
  const sendUndo = useWriter("POST /dictionaries/{id}/entries/bulk/{actId}/undo");
  const [sheet] = useState(createEntrySheet);
  const state = useStored(sheet);

  const lock = { resource: "dictionaries", id: dictionaryId } as const;
  const write = useEffectEvent((writes: Writes, sending?: (key: string) => void) =>
    send(
      { id: dictionaryId, body: batchOf(writes) },
      {
        lock,
        ...(sending ? { submission: withRows(sending) } : {}),
      },
    ),
  );
  const bulk = useEffectEvent((body: EntryBulk) => sendBulk({ id: dictionaryId, body }, { lock }));
  const undoAct = useEffectEvent((actId: number, body: EntryUndo) =>
    sendUndo({ id: dictionaryId, actId, body }, { lock }),
  );
  const written = useEffectEvent(page.written);
  const acted = useEffectEvent(page.acted);
  const refused = useEffectEvent(page.refused);
  const unread = useEffectEvent((field: Field) =>
    // Any text is a note.
    field === "note" ? "" : entries.error[field],
  );
  useEffect(
    () => sheet.connect({ write, written, bulk, undoAct, acted, refused, unread }),
    [sheet],
  );
  useEffect(() => connectivity.onBack(() => sheet.resend()), [sheet]);
  return { sheet, state };
}

/** Each row keeps the key of the batch in which it was sent. */
const withRows = (sending: (key: string) => void): StoredSubmission => ({
  keyOf: () => undefined,
  sending: ({ key }) => sending(key),
  drop: () => {},
});

type StoredRow = Pick<UnsavedRow, "entry" | "texts"> & { sent?: string | undefined };

/** Stores unsaved rows on this device, and finds those of an earlier edit. */
export function useStoredRows(
  dictionaryId: number,
  sheet: EntrySheet,
  rows: UnsavedRows,
): StoredInput {
  const unsaved = [...rows.values()].map(({ entry, texts, sent }) => ({ entry, texts, sent }));
  return useOfferedDraft(useDraft("entries", dictionaryId), {
    isWorth: (stored) => rowsIn(stored).length > 0,
    typed: unsaved.length > 0 ? valuesOf(unsaved) : undefined,
    together: (earlier) => valuesOf(joined(rowsIn(earlier), unsaved)),
    restore: (stored) => sheet.restore(rowsIn(stored)),
    parts: sentRows,
  });
}

/** Rows are saved by batches, of which some may have been taken. */
const sentRows = {
  keysIn: (stored: DraftValues) => [...new Set(rowsIn(stored).flatMap(({ sent }) => sent ?? []))],
  without: (stored: DraftValues, keys: readonly string[]) =>
    valuesOf(rowsIn(stored).filter(({ sent }) => sent === undefined || !keys.includes(sent))),
};

const valuesOf = (rows: readonly StoredRow[]): DraftValues => ({ rows: JSON.stringify(rows) });

/** New entries of both; of an entry that both change, one row in which the later input wins. */
function joined(earlier: readonly StoredRow[], later: readonly StoredRow[]): StoredRow[] {
  const rows = [...earlier];
  for (const row of later) {
    const at = rows.findIndex(({ entry }) => entry && entry.entryId === row.entry?.entryId);
    const before = rows[at];
    if (before) rows[at] = { ...before, ...row, texts: { ...before.texts, ...row.texts } };
    else rows.push(row);
  }
  return rows;
}

function rowsIn(values: DraftValues): StoredRow[] {
  try {
    const rows: unknown = JSON.parse(String(values.rows ?? "[]"));
    return Array.isArray(rows) ? rows.filter(isStoredRow) : [];
  } catch {
    return [];
  }
}

function isStoredRow(row: unknown): row is StoredRow {
  const { entry, texts, sent } = Object(row);
  const isEntry = entry === null || typeof Object(entry).entryId === "number";
  const isSent = sent === undefined || typeof sent === "string";
  return (
    isEntry && isSent && Object.values(Object(texts)).every((text) => typeof text === "string")
  );
}
