import { useEffect, useEffectEvent, useState } from "react";
import type { Draft } from "../../../providers/drafts.ts";
import { useDraft } from "../../../providers/live/useDraft.ts";
import type { KeptInput } from "../form/useKeptInput.ts";
import type { EntrySheet } from "./entrySheet.ts";
import type { PendingRow, PendingRows } from "./pendingRows.ts";

type Kept = Pick<PendingRow, "entry" | "texts">;

/** Stores unsaved rows on this device, and finds those of an earlier edit. */
export function useKeptRows(dictionaryId: number, sheet: EntrySheet, rows: PendingRows): KeptInput {
  const { draft, keep, discard } = useDraft("entries", dictionaryId);
  const [found, setFound] = useState<Draft | null>(() => (rowsIn(draft).length > 0 ? draft : null));
  const [keeping, setKeeping] = useState<"kept" | "unkept">("kept");
  const unsaved: Kept[] = [...rows.values()].map(({ entry, texts }) => ({ entry, texts }));
  const written = JSON.stringify(unsaved);

  const keepTyped = useEffectEvent(() => {
    if (unsaved.length > 0) setKeeping(keep({ rows: written }) ? "kept" : "unkept");
    else if (!found) discard();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed is kept whenever it changes
  useEffect(() => keepTyped(), [written]);

  return {
    found,
    restore: () => {
      sheet.restore(rowsIn(found));
      setFound(null);
    },
    discard: () => {
      setFound(null);
      discard();
    },
    keeping,
  };
}

function rowsIn(draft: Draft | null): Kept[] {
  try {
    const rows: unknown = JSON.parse(String(draft?.values.rows ?? "[]"));
    return Array.isArray(rows) ? rows.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(row: unknown): row is Kept {
  const { entry, texts } = Object(row);
  const isEntry = entry === null || typeof Object(entry).entryId === "number";
  return isEntry && Object.values(Object(texts)).every((text) => typeof text === "string");
}
