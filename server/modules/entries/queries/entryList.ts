import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ListQuery, Sort } from "../../../../domain/api/parameters.ts";
import { plainLetters } from "../../../../domain/entries/fold.ts";
import { PARTS_OF_SPEECH, type PartOfSpeech } from "../../../../domain/entries/partsOfSpeech.ts";
import { entryReading } from "../../../../domain/entries/rules.ts";
import type { ENTRY_SORTS } from "../../../../domain/entries/schemas.ts";
import { katakana } from "../../../../domain/text/katakana.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import { contains } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { isUsed, usesOfEntry } from "../../vocabulary/queries/entryUses.ts";
import {
  besideEntry,
  type EntryRow,
  entryColumns,
  inOtherCategory,
  isOf,
  type WarnedRow,
} from "./entries.ts";
import { outrankedIn, withOutranked } from "./outranked.ts";

/** As the reading of an entry has them. */
const KANA = Array.from({ length: 0x3097 - 0x3041 }, (_, n) => String.fromCodePoint(0x3041 + n));

const plainOf = (reading: string) => entryReading(plainLetters(katakana(reading)));
const CHANGED = KANA.filter((kana) => plainOf(kana) !== kana);
const PLAIN = KANA.filter((kana) => plainOf(kana) === kana);
const VOWELS = [..."あいうえお"].map((vowel) => ({
  vowel,
  letters: PLAIN.filter((kana) => plainOf(`${kana}ー`) === `${kana}${vowel}`).join(""),
}));

/**
 * The letters of an entry's reading as the order of names has them (readingOrder in domain/entries), in
 * hiragana: the statement applies to a column what that function makes of each kana.
 */
export function plainReading(reading: RawBuilder<string>): RawBuilder<string> {
  const letters = sql<string>`translate(${reading}, ${CHANGED.join("")}, ${CHANGED.map(plainOf).join("")})`;
  const lengthened = VOWELS.reduce(
    (text, vowel) =>
      sql<string>`regexp_replace(${text}, ${`(?<=[${vowel.letters}]ー*)ー`}, ${vowel.vowel}, 'g')`,
    letters,
  );
  return sql<string>`case when strpos(${reading}, 'ー') = 0 then ${letters} else ${lengthened} end`;
}

export type EntrySort = (typeof ENTRY_SORTS)[number];

export interface EntryFilters {
  q?: string | undefined;
  partOfSpeech?: PartOfSpeech | undefined;
  enabled?: "true" | "false" | undefined;
  warning?: "true" | undefined;
  used?: "true" | "false" | undefined;
}

const sortColumns: Record<EntrySort, (organizationId: number) => readonly RawBuilder<unknown>[]> = {
  entryId: () => [],
  surface: () => [sql`e.surface_key`],
  // As names are sorted by theirs.
  reading: () => [plainReading(sql`e.reading`), sql`e.reading`, sql`e.surface_key`],
  partOfSpeech: () => [sql`array_position(${PARTS_OF_SPEECH}::text[], e.part_of_speech)`],
  weight: () => [sql`e.weight`],
  enabled: () => [sql`e.enabled`],
  updatedAt: () => [sql`e.updated_at`],
  uses30Days: (organizationId) => [usesOfEntry(organizationId)],
};

/** A page of a dictionary's entries with their warnings; undefined without the dictionary. */
export async function findEntryPage(
  db: Kysely<Tables>,
  key: DictionaryKey,
  { page, size, sort }: ListQuery<EntrySort>,
  filters: EntryFilters,
): Promise<{ rows: EntryRow[]; total: number } | undefined> {
  const all = conditions(key, filters);
  const order = orderBy(key, sort);
  const [{ rows }, total] = await Promise.all([
    sql<WarnedRow>`
      select ${entryColumns}
      from (
        select * from dictionary_entries e where ${all} order by ${order}
        limit ${size} offset ${page * size}
      ) e ${besideEntry(key.organizationId)}
      order by ${order}`.execute(db),
    countEntries(db, key, Object.values(filters).some(Boolean) ? all : undefined),
  ]);
  if (total === undefined) return undefined;
  return { rows: await withOutranked(db, key.organizationId, rows), total };
}

export function orderBy(
  { organizationId }: Pick<DictionaryKey, "organizationId">,
  { field, direction }: Sort<EntrySort>,
): RawBuilder<unknown> {
  const each = direction === "asc" ? sql`asc` : sql`desc`;
  const columns = [...sortColumns[field](organizationId), sql`e.entry_id`];
  return sql.join(columns.map((column) => sql`${column} ${each}`));
}

/** All entries are counted already; undefined without the dictionary. */
async function countEntries(
  db: Kysely<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  matching: RawBuilder<SqlBool> | undefined,
): Promise<number | undefined> {
  const total = matching
    ? sql`(select count(*) from dictionary_entries e where ${matching})`
    : sql`entry_count`;
  const { rows } = await sql<{ total: number }>`
    select ${total} as total from dictionaries
    where organization_id = ${organizationId} and dictionary_id = ${dictionaryId}`.execute(db);
  return rows[0]?.total;
}

export function conditions(
  key: DictionaryKey,
  { q = "", partOfSpeech, enabled, warning, used }: EntryFilters,
): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql`${isOf(key)}`];
  const word = searchKey(q);
  if (word !== "") {
    all.push(sql`(${contains("e.surface_key", word)} or ${contains("e.reading_key", word)})`);
  }
  if (partOfSpeech) all.push(sql`e.part_of_speech = ${partOfSpeech}`);
  if (enabled) all.push(sql`e.enabled = ${enabled === "true"}`);
  if (used) all.push(sql`${isUsed(key.organizationId)} = ${used === "true"}`);
  if (warning) all.push(sql`e.entry_id = any(array(${warned(key)}))`);
  return sql`${sql.join(all, sql` and `)}`;
}

/** The ids of entries with a warning; an array of them is made once, a subquery perhaps per entry. */
function warned(key: DictionaryKey): RawBuilder<unknown> {
  return sql`
    select entry_id from (
      select e.entry_id, count(*) over (partition by e.reading) as readings
      from dictionary_entries e where ${isOf(key)} and e.enabled
    ) counted where readings > 1
    union all
    select e.entry_id from dictionary_entries e
    join dictionaries d on d.organization_id = e.organization_id
      and d.dictionary_id = e.dictionary_id
    where ${isOf(key)} and e.enabled and exists (select 1 ${inOtherCategory(key.organizationId)})
    union all ${outrankedIn(key)}`;
}
