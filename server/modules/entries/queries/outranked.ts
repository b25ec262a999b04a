import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { AMIVOICE_RESERVED } from "../../../formats/amivoice.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { byImportance } from "../../vocabulary/queries/vocabulary.ts";

/** The entry that AmiVoice, which takes one for a reading, gets in place of another one. */
interface Outranking {
  entryId: number;
  surface: string;
  /** Null in the same dictionary. */
  dictionaryName: string | null;
}

export type WithOutranked<Row> = Row & { outranked_by: Outranking | null };

interface ReadRow {
  dictionary_id: number;
  surface: string;
  reading: string;
  enabled: boolean;
}

interface SentRow {
  reading: string;
  entry_id: number;
  surface: string;
  dictionary_id: number;
  dictionary_name: string;
}

/** Whether AmiVoice could take entry `e`. */
const isTaken = sql`e.enabled and e.surface !~ ${AMIVOICE_RESERVED.source}`;

/** Adds to entries which one AmiVoice gets in their place. */
export async function withOutranked<Row extends ReadRow>(
  db: Kysely<Tables>,
  organizationId: number,
  rows: readonly Row[],
): Promise<WithOutranked<Row>[]> {
  const couldBeSent = ({ enabled, surface }: Row) => enabled && !AMIVOICE_RESERVED.test(surface);
  const readings = rows.filter(couldBeSent).map(({ reading }) => reading);
  const sent = await findSent(db, organizationId, [...new Set(readings)]);
  return rows.map((row) => {
    const other = sent.get(row.reading);
    if (!other || !couldBeSent(row) || other.surface === row.surface) {
      return { ...row, outranked_by: null };
    }
    const isElsewhere = other.dictionary_id !== row.dictionary_id;
    const dictionaryName = isElsewhere ? other.dictionary_name : null;
    const outranked_by = { entryId: other.entry_id, surface: other.surface, dictionaryName };
    return { ...row, outranked_by };
  });
}

/**
 * The most important entry of each reading that AmiVoice takes. Orders that only the right index has,
 * and OFFSET 0, leave the planner no choice without statistics, as in `inOtherCategory`.
 */
async function findSent(
  db: Kysely<Tables>,
  organizationId: number,
  readings: readonly string[],
): Promise<ReadonlyMap<string, SentRow>> {
  if (readings.length === 0) return new Map();
  const { rows } = await sql<SentRow>`
    select distinct on (e.reading)
      e.reading, e.entry_id, e.surface, d.dictionary_id, d.dictionary_name
    from unnest(${readings}::text[]) as asked (reading)
    cross join lateral (
      select e.reading, e.entry_id, e.surface, e.weight, e.dictionary_id
      from dictionary_entries e
      where e.organization_id = ${organizationId} and e.reading = asked.reading and ${isTaken}
      order by e.surface offset 0
    ) e
    cross join lateral (
      select d.dictionary_id, d.dictionary_name, d.category from dictionaries d
      where d.organization_id = ${organizationId}
        and d.dictionary_id between e.dictionary_id and e.dictionary_id
      order by d.dictionary_id offset 0
    ) d
    order by e.reading, ${byImportance}`.execute(db);
  return new Map(rows.map((row) => [row.reading, row]));
}

/** The ids of entries of a dictionary in whose place AmiVoice gets another one. */
export function outrankedIn({ organizationId, dictionaryId }: DictionaryKey): RawBuilder<unknown> {
  return sql`
    select entry_id from (
      select e.entry_id, e.dictionary_id, e.surface,
        first_value(e.surface) over (partition by e.reading order by ${byImportance}) as sent
      from dictionary_entries e
      join dictionaries d on d.organization_id = e.organization_id
        and d.dictionary_id = e.dictionary_id
      where e.organization_id = ${organizationId} and ${isTaken}
    ) ranked where dictionary_id = ${dictionaryId} and surface <> sent`;
}
