import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  DICTIONARY_CATEGORIES,
  type DictionaryCategory,
} from "../../../../domain/dictionaries/rules.ts";
import { type MetBy, MOST_MATCHES } from "../../../../domain/preview/rules.ts";
import { runPrepared } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { isForWorkspace } from "../../vocabulary/queries/vocabulary.ts";

/** What a text is compared with, each with an index: dictionary_entries_fold and _reading. */
const compared: Record<MetBy, RawBuilder<unknown>> = {
  surface: sql`e.surface_fold`,
  reading: sql`e.reading`,
};

const enabled: Record<MetBy, RawBuilder<unknown>> = {
  surface: sql`and e.enabled`,
  // The index has disabled entries too, and skipping them may take long.
  reading: sql``,
};

/**
 * For each probe the greatest key up to it, by code points; null if all are greater. It is read at
 * one place of the index.
 */
export async function findFloors(
  db: Kysely<Tables>,
  { organizationId, by }: { organizationId: number; by: MetBy },
  probes: readonly string[],
): Promise<(string | null)[]> {
  const key = compared[by];
  const query = sql<{ floor: string | null }>`
    select (
      select ${key} from dictionary_entries e
      where e.organization_id = ${organizationId} ${enabled[by]} and ${key} <= p.probe
      order by e.organization_id desc, ${key} desc limit 1
    ) as floor
    from unnest(${probes}::text[]) with ordinality as p (probe, place) order by place`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows.map(({ floor }) => floor);
}

export interface KeyedEntry {
  key: string;
  entry_id: number;
  dictionary_id: number;
  surface: string;
  reading: string;
  weight: number;
  category: DictionaryCategory;
  dictionary_name: string;
}

/**
 * The enabled entries of these keys in dictionaries for a workspace, or in all without one; of each
 * key those of the highest priority, if too many.
 */
export async function findByKeys(
  db: Kysely<Tables>,
  {
    organizationId,
    workspaceId,
    by,
  }: { organizationId: number; workspaceId: number | undefined; by: MetBy },
  keys: readonly string[],
): Promise<KeyedEntry[]> {
  const query = sql<KeyedEntry>`
    select k.key, e.* from unnest(${keys}::text[]) as k (key) cross join lateral (
      select e.entry_id, e.dictionary_id, e.surface, e.reading, e.weight, d.category,
        d.dictionary_name
      from dictionary_entries e
      join dictionaries d on d.organization_id = e.organization_id
        and d.dictionary_id = e.dictionary_id
      where e.organization_id = ${organizationId} and e.enabled and ${compared[by]} = k.key
        and ${isForWorkspace(workspaceId)}
      order by array_position(${DICTIONARY_CATEGORIES}::text[], d.category) desc, e.weight desc,
        e.entry_id
      limit ${sql.lit(MOST_MATCHES + 1)}
    ) e`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}

export interface TriedDictionary {
  dictionary_id: number;
  dictionary_name: string;
  category: DictionaryCategory;
  /** Whether it is used for the workspace of the preview. */
  is_used: boolean;
}

export async function findTriedDictionary(
  db: Kysely<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  workspaceId: number | undefined,
): Promise<TriedDictionary | undefined> {
  const { rows } = await sql<TriedDictionary>`
    select d.dictionary_id, d.dictionary_name, d.category, ${isForWorkspace(workspaceId)} as is_used
    from dictionaries d
    where d.organization_id = ${organizationId} and d.dictionary_id = ${dictionaryId}`.execute(db);
  return rows[0];
}
