import { useEffect, useEffectEvent, useRef } from "react";
import type { HandedRow } from "../../../../domain/dictionaries/handedRows.ts";
import type { TakenRows } from "../../../../domain/entries/schemas.ts";
import { canHandOver } from "../../../../domain/entries/unsavedCells.ts";
import { handOver as text } from "../../../i18n/ja/handOver.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import type { SheetInput } from "../form/EditRequests.tsx";
import { FIELDS, type Texts, textOf } from "./entryCells.ts";
import type { EntrySheet } from "./entrySheet.ts";
import type { BroughtRow, UnsavedRow, UnsavedRows } from "./unsavedRows.ts";

interface Handing {
  dictionaryId: number;
  sheet: EntrySheet;
  rows: UnsavedRows;
  editLock: EditLockHandle;
}

/**
 * Unsaved rows that go over with the lock (docs/product/dictionaries.md#unsaved-rows): those that come
 * are put into the sheet, and those that have gone are taken out of it.
 */
export function useHandedRows({ dictionaryId, sheet, rows, editLock }: Handing): SheetInput & {
  /** Takes out what has gone over with the lock that the holder has ended. */
  letGo: () => void;
} {
  const { lock } = editLock;
  useTakenRows(dictionaryId, sheet, lock.state === "mine");
  /** What the next holder gets, as it was last said. */
  const promised = useRef<readonly UnsavedRow[]>([]);

  function letGo() {
    const gone = promised.current.filter(({ key, texts }) => {
      const now = sheet.get().rows.get(key);
      return now && JSON.stringify(now.texts) === JSON.stringify(texts);
    });
    promised.current = [];
    sheet.discard(gone.map(({ key }) => key));
  }
  const hasGone = lock.state === "lost" && lock.release?.cause === "HANDED_OVER";
  const handedOver = useEffectEvent(letGo);
  useEffect(() => {
    if (hasGone) handedOver();
  }, [hasGone]);

  return {
    letGo,
    rows,
    async save() {
      await sheet.save([...sheet.get().rows.keys()]);
      return sheet.get().rows.size === 0;
    },
    unsaved: async () => {
      const unsaved = await sheet.settled();
      return {
        rows: unsaved.map(handedOf),
        isTooMuch: !canHandOver(unsaved.map(handedOf)),
        unsaved,
      };
    },
    onPromised: (unsaved) => {
      promised.current = unsaved;
    },
  };
}

function handedOf({ entry, texts }: UnsavedRow): HandedRow {
  if (!entry) return { entry, texts };
  const cells = Object.fromEntries(FIELDS.map((field) => [field, textOf(entry, field)]));
  const { entryId, version } = entry;
  return { entry: { entryId, version, cells }, texts };
}

/** Takes the rows that came with the lock into the sheet; the server then forgets them. */
function useTakenRows(dictionaryId: number, sheet: EntrySheet, isMine: boolean) {
  const { api, withLock } = useApi();
  const take = useEffectEvent(async () => {
    const target = ["dictionaries", dictionaryId] as const;
    const { content } = await withLock(...target, (proof) =>
      api("GET /dictionaries/{id}/handed-rows", { id: dictionaryId, unasked: true, ...proof }),
    );
    for (const { handedId, writtenByName, rows } of content) {
      sheet.restore(rows.map((row) => broughtOf(row, writtenByName)));
      await withLock(...target, (proof) =>
        api("DELETE /dictionaries/{id}/handed-rows/{handedId}", {
          id: dictionaryId,
          handedId,
          unasked: true,
          ...proof,
        }),
      );
    }
  });
  useEffect(() => {
    // What is not taken now is offered with the next lock.
    if (isMine) void take().catch(() => {});
  }, [isMine]);
}

type Taken = TakenRows["content"][number]["rows"][number];

/** A row of another person, with what has become of its entry meanwhile. */
function broughtOf({ entry, texts, current }: Taken, author: string): BroughtRow {
  const typed = texts as Texts;
  if (!entry) return { entry: null, texts: typed, author };
  if (!current) {
    const errors = { surface: text.deletedMeanwhile };
    return { entry: null, texts: { ...(entry.cells as Texts), ...typed }, errors, author };
  }
  const base = { ...current, version: entry.version };
  if (current.version === entry.version) return { entry: base, texts: typed, author };
  return { entry: base, texts: typed, current, author };
}
