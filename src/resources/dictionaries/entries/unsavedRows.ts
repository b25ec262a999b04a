import type { Entry } from "../../../../domain/entries/schemas.ts";
import { type Field, type Texts, textOf } from "./entryCells.ts";

/**
 * A row of the table: an entry that is stored, a new row, or one that is still loading, which has no
 * key. The last new row is empty. Rows that hold input are unsaved.
 */
export interface TableRow {
  key: string | undefined;
  entry: Entry | null;
}

/**
 * A row whose cells hold input that the server does not have. It is `typed` until it is left,
 * `saving` while it is sent, and `refused` if it was not saved: then only the person saves or
 * discards it. Once it is saved, or says what the entry already says, it is not unsaved any more.
 */
export interface UnsavedRow extends TableRow {
  key: string;
  /** As it was when the input began; null for a new row. */
  entry: Entry | null;
  texts: Texts;
  errors: Partial<Record<Field, string>>;
  state: "typed" | "saving" | "refused";
  /** No answer: it is sent again as soon as the server can be reached. */
  unsent?: boolean;
  /** What another user saved meanwhile (412). */
  current?: Entry;
  /** A sentence that names that user; empty if it is not known. */
  savedFirst?: string;
  /** The Idempotency-Key under which the row was sent as it is. */
  sent?: string;
}

export type UnsavedRows = ReadonlyMap<string, UnsavedRow>;

export type RowTarget = Pick<UnsavedRow, "key" | "entry">;

const STORED = "entry-";
const NEW = "new-";

export const keyOf = ({ entryId }: Pick<Entry, "entryId">) => `${STORED}${entryId}`;
export const newKey = (n: number) => `${NEW}${n}`;
/** Undefined for a new row. */
export const entryIdOf = (key: string) =>
  key.startsWith(STORED) ? Number(key.slice(STORED.length)) : undefined;

export const isStored = <Row extends Pick<TableRow, "entry">>(
  row: Row,
): row is Row & { entry: Entry } => row.entry !== null;
export const isNew = (row: TableRow) => row.key !== undefined && !isStored(row);
export const isLoading = (row: TableRow) => row.key === undefined;

type MaybeUnsaved = UnsavedRow | undefined;
export const isTyped = (row: MaybeUnsaved) => row?.state === "typed";
export const isSaving = (row: MaybeUnsaved) => row?.state === "saving";
export const isRefused = (row: MaybeUnsaved) => row?.state === "refused";
export const isUnsent = (row: MaybeUnsaved) => row?.unsent === true;
/** Another user has saved the entry since the input began. */
export const isStale = (row: MaybeUnsaved): row is UnsavedRow & { current: Entry } =>
  row?.current !== undefined;
/** Refused, and cannot be saved as it is. */
export const isWrong = (row: UnsavedRow) =>
  isRefused(row) && (isStale(row) || Object.keys(row.errors).length > 0);

/** What a new row must have and has not yet. */
export function missingIn(row: Pick<UnsavedRow, "entry" | "texts">): ("surface" | "reading")[] {
  if (isStored(row)) return [];
  return (["surface", "reading"] as const).filter((field) => !row.texts[field]?.trim());
}

/** The keys of the new rows that hold input, and of an empty one for the next. */
export function newRows(rows: UnsavedRows, keys: readonly string[], next: () => string) {
  const used = keys.filter((key) => rows.has(key));
  const last = keys.at(-1);
  return [...used, last !== undefined && !rows.has(last) ? last : next()];
}

/** The row after `texts` were entered; undefined if it then says what the entry already says. */
export function withTexts(
  row: UnsavedRow | undefined,
  { key, entry }: RowTarget,
  texts: Texts,
): UnsavedRow | undefined {
  const base = row?.entry ?? entry;
  const errors = { ...row?.errors };
  const entered = Object.entries({ ...row?.texts, ...texts }).filter(
    ([field, text]) => text !== (base ? textOf(base, field as Field) : ""),
  );
  for (const field of Object.keys(texts)) delete errors[field as Field];
  if (entered.length === 0 && !isSaving(row)) return undefined;
  return { key, entry: base, texts: Object.fromEntries(entered), errors, state: "typed" };
}

export const saving = (row: UnsavedRow, sent: string): UnsavedRow => ({
  ...row,
  state: "saving",
  errors: {},
  sent,
});

/** The row as one that waits for the person, with what is known of the reason. */
export const refused = (
  row: UnsavedRow,
  why: Partial<Omit<UnsavedRow, "key" | "entry" | "texts" | "state">> = {},
): UnsavedRow => ({ ...row, ...why, state: "refused" });

/** What is still to be saved of a row after `sent` was saved as `saved`. */
export function rest(row: UnsavedRow | undefined, sent: Texts, saved: Entry) {
  const left = Object.entries(row?.texts ?? {}).filter(
    ([field, text]) => text !== sent[field as Field] && text !== textOf(saved, field as Field),
  );
  if (!row || left.length === 0) return undefined;
  const next: UnsavedRow = { ...row, key: keyOf(saved), entry: saved, state: "typed" };
  return { ...next, texts: Object.fromEntries(left) };
}
