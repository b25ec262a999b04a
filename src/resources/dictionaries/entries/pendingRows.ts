import type { Entry } from "../../../../domain/entries/schemas.ts";
import { type Field, type Texts, textOf } from "./entryCells.ts";

/** A row whose cells hold input that the server does not have yet. */
export interface PendingRow {
  key: string;
  /** As it was when the input began; null for a new entry. */
  entry: Entry | null;
  texts: Texts;
  errors: Partial<Record<Field, string>>;
  state: "typed" | "saving" | "refused";
  /** No answer: it is sent again as soon as the server can be reached. */
  unsent?: boolean;
  /** What another user saved meanwhile (412). */
  current?: Entry;
}

export type PendingRows = ReadonlyMap<string, PendingRow>;

/** The rows that were not saved and wait for the person. */
export const refusedOf = (rows: readonly PendingRow[]) =>
  rows.filter(({ state }) => state === "refused");

/** The keys of the refused rows that cannot be saved as they are. */
export const wrongOf = (rows: readonly PendingRow[]) =>
  refusedOf(rows)
    .filter(({ errors, current }) => current || Object.keys(errors).length > 0)
    .map(({ key }) => key);

export const keyOf = ({ entryId }: Pick<Entry, "entryId">) => `entry-${entryId}`;

/** The row after `texts` were entered; undefined if it then says what the entry already says. */
export function withTexts(
  row: PendingRow | undefined,
  { key, entry }: Pick<PendingRow, "key" | "entry">,
  texts: Texts,
): PendingRow | undefined {
  const base = row?.entry ?? entry;
  const errors = { ...row?.errors };
  const entered = Object.entries({ ...row?.texts, ...texts }).filter(
    ([field, text]) => text !== (base ? textOf(base, field as Field) : ""),
  );
  for (const field of Object.keys(texts)) delete errors[field as Field];
  if (entered.length === 0 && row?.state !== "saving") return undefined;
  return { key, entry: base, texts: Object.fromEntries(entered), errors, state: "typed" };
}

/** What is still to be saved of a row after `sent` was saved as `saved`. */
export function rest(row: PendingRow | undefined, sent: Texts, saved: Entry) {
  const left = Object.entries(row?.texts ?? {}).filter(
    ([field, text]) => text !== sent[field as Field] && text !== textOf(saved, field as Field),
  );
  if (!row || left.length === 0) return undefined;
  const next: PendingRow = { ...row, key: keyOf(saved), entry: saved, state: "typed" };
  return { ...next, texts: Object.fromEntries(left) };
}
