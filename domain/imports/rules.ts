/** What an import would do with a row of its file (docs/product/files.md#imports). */
export const IMPORT_VERDICTS = ["NEW", "UPDATE", "UNCHANGED", "DUPLICATE", "ERROR"] as const;
export type ImportVerdict = (typeof IMPORT_VERDICTS)[number];

/** 追加のみ, 追加・上書き, すべて置き換え. */
export const IMPORT_MODES = ["add", "merge", "replace"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** The most rows of a file of people or contracts, and the most people whom one import disables. */
export const MOST_ROWS = 1_000;

/** So many rows are named that a spreadsheet seems to have converted. */
export const MOST_CONVERTED = 20;

/** For so many days an import can be undone. */
export const REVERT_DAYS = 7;

/** So many records are named that keep an import from being undone, or whose part of it failed. */
export const MOST_NAMED = 100;

/** For so many days a committed one is kept: longer than it can be undone, so that a late try gets that answer. */
export const IMPORT_DAYS = 14;

type StatedCounts = Record<"new" | "update" | "unchanged" | "deletedByReplace", number>;

/** How many entries a dictionary has after an import in this mode. */
export function entriesAfter(counts: StatedCounts, mode: ImportMode): number {
  const stated = counts.new + counts.update + counts.unchanged;
  return mode === "replace" ? stated : stated + counts.deletedByReplace;
}
