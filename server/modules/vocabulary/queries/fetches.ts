import { type Kysely, sql } from "kysely";
import type { VocabularyEngine } from "../../../../domain/vocabulary/rules.ts";
import type { Reflection } from "../../../../domain/vocabulary/schemas.ts";
import type { Tables } from "../../../db/tables.ts";

declare module "../../../db/tables.ts" {
  interface Tables {
    vocabulary_fetches: {
      organization_id: number;
      service_key_id: number;
      engine: VocabularyEngine;
      workspace_id: number;
      revision: number;
      fetched_at: Date;
    };
    vocabulary_uses: { organization_id: number; revision: number; transcript_count: number };
  }
}

export interface Fetch {
  organizationId: number;
  serviceKeyId: number;
  engine: VocabularyEngine;
  /** 0 without one. */
  workspaceId: number;
}

/** The last fetch that was noted; null before the first. */
export interface NotedFetch {
  noted_revision: number | null;
  noted_at: Date | null;
}

/** The workspaces of a dictionary, empty for all; undefined without the dictionary. */
export async function findWorkspacesOf(
  db: Kysely<Tables>,
  { organizationId, dictionaryId }: { organizationId: number; dictionaryId: number },
): Promise<readonly number[] | undefined> {
  const row = await db
    .selectFrom("dictionaries")
    .select("workspace_ids")
    .where("organization_id", "=", organizationId)
    .where("dictionary_id", "=", dictionaryId)
    .executeTakeFirst();
  return row?.workspace_ids;
}

/** Notes a fetch unless a later one has been noted. */
export async function noteFetch(
  db: Kysely<Tables>,
  { organizationId, serviceKeyId, engine, workspaceId }: Fetch,
  { revision, at }: { revision: number; at: Date },
): Promise<void> {
  await sql`
    insert into vocabulary_fetches as f (organization_id, service_key_id, engine, workspace_id,
      revision, fetched_at)
    values (${organizationId}, ${serviceKeyId}, ${engine}, ${workspaceId}, ${revision}, ${at})
    on conflict (organization_id, service_key_id, engine, workspace_id) do update
    set revision = excluded.revision, fetched_at = excluded.fetched_at
    where f.fetched_at <= excluded.fetched_at`.execute(db);
}

export interface FetchRow {
  engine: VocabularyEngine;
  key_name: string;
  revoked: boolean;
  workspace_id: number;
  revision: number;
  fetched_at: Date;
}

const MOST_FETCHES = 100;

/** What each key fetched last, the latest first. */
export async function findFetches(db: Kysely<Tables>, organizationId: number): Promise<FetchRow[]> {
  return db
    .selectFrom("vocabulary_fetches as f")
    .innerJoin("service_keys as k", "k.service_key_id", "f.service_key_id")
    .select(["f.engine", "k.name as key_name", "f.workspace_id", "f.revision", "f.fetched_at"])
    .select((eb) => eb("k.revoked_at", "is not", null).$castTo<boolean>().as("revoked"))
    .where("f.organization_id", "=", organizationId)
    .orderBy("f.fetched_at", "desc")
    .orderBy("f.revision", "desc")
    .limit(MOST_FETCHES)
    .execute();
}

/** Of a fetch `f` and a dictionary `d`. */
export const isForDictionary = sql`(f.workspace_id = 0 or d.workspace_ids = '{}'
  or f.workspace_id = any(d.workspace_ids))`;

/** The last fetch of each engine and workspace, as `workspace_id` and `revision`. */
export const lastFetches = (organizationId: number) => sql`
  select distinct on (f.engine, f.workspace_id) f.workspace_id, f.revision
  from vocabulary_fetches f
  where f.organization_id = ${organizationId} and f.service_key_id in (
      select service_key_id from service_keys where revoked_at is null)
    and (f.workspace_id = 0 or exists (select from workspaces w
      where w.organization_id = f.organization_id and w.workspace_id = f.workspace_id))
  order by f.engine, f.workspace_id, f.fetched_at desc, f.revision desc`;

/**
 * The dictionaries with words that an engine lacks: how many changed or went after the newest fetch
 * for their workspaces, and how many after the oldest among the last ones of each engine and
 * workspace. A revoked key brings words, but keeps no engine behind, and neither does a workspace
 * that is gone.
 */
export async function countPending(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<Reflection["dictionaries"]> {
  const { rows } = await sql<Reflection["dictionaries"][number]>`
    with last as (${lastFetches(organizationId)}), newest as (
      select d.dictionary_id, d.workspace_ids, coalesce((
        select max(f.revision) from vocabulary_fetches f
        where f.organization_id = ${organizationId} and ${isForDictionary}), 0) as revision
      from dictionaries d where d.organization_id = ${organizationId}
    ), known as (
      select d.dictionary_id, d.revision as newest, coalesce((
        select min(f.revision) from last f where ${isForDictionary}), d.revision) as oldest
      from newest d
    )
    select k.dictionary_id as "dictionaryId",
      count(*) filter (where c.revision > k.newest) as pending, count(*) as "mostPending"
    from known k join (
      select e.dictionary_id, v.revision
      from vocabulary_changes v join dictionary_entries e
        on e.organization_id = v.organization_id and e.change_id = v.change_id
      where v.organization_id = ${organizationId} and v.revision > (select min(oldest) from known)
      union all
      select t.dictionary_id, v.revision
      from vocabulary_changes v join vocabulary_tombstones t
        on t.organization_id = v.organization_id and t.change_id = v.change_id
      where v.organization_id = ${organizationId} and v.revision > (select min(oldest) from known)
    ) c on c.dictionary_id = k.dictionary_id and c.revision > k.oldest
    group by 1 order by 1`.execute(db);
  return rows;
}

/** The newest revision that was fetched for the workspaces of a dictionary; 0 before the first. */
export async function findNewestFetched(
  db: Kysely<Tables>,
  { organizationId, dictionaryId }: { organizationId: number; dictionaryId: number },
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select coalesce(max(f.revision), 0) as revision
    from dictionaries d join vocabulary_fetches f on f.organization_id = d.organization_id
    where d.organization_id = ${organizationId} and d.dictionary_id = ${dictionaryId}
      and ${isForDictionary}`.execute(db);
  return rows[0]?.revision ?? 0;
}

/** How many words of a dictionary changed or went after each of these revisions, in their order. */
export async function countPendingOf(
  db: Kysely<Tables>,
  { organizationId, dictionaryId }: { organizationId: number; dictionaryId: number },
  revisions: readonly number[],
): Promise<number[]> {
  const behind = (table: string) => sql`
    select count(*) from vocabulary_changes v join ${sql.table(table)} e
      on e.organization_id = v.organization_id and e.change_id = v.change_id
    where v.organization_id = ${organizationId} and v.revision > r.revision
      and e.dictionary_id = ${dictionaryId}`;
  const { rows } = await sql<{ pending: number }>`
    select (${behind("dictionary_entries")}) + (${behind("vocabulary_tombstones")}) as pending
    from unnest(${revisions}::bigint[]) with ordinality as r (revision, place)
    order by r.place`.execute(db);
  return rows.map(({ pending }) => pending);
}

/**
 * How many transcripts were made with each of these revisions or a later one. The revisions are in
 * ascending order, each once; the uses are read once for all of them.
 */
export async function countUses(
  db: Kysely<Tables>,
  organizationId: number,
  revisions: readonly number[],
): Promise<Map<number, number>> {
  if (revisions.length === 0) return new Map();
  const { rows } = await sql<{ bucket: number; transcripts: number }>`
    select width_bucket(u.revision, ${revisions}::bigint[]) as bucket,
      sum(u.transcript_count)::bigint as transcripts
    from vocabulary_uses u
    where u.organization_id = ${organizationId} and u.revision >= ${revisions[0]}
    group by 1`.execute(db);
  const inBucket = new Map(rows.map(({ bucket, transcripts }) => [bucket, transcripts]));
  let since = 0;
  const uses = revisions
    .map((revision, place) => ({ revision, transcripts: inBucket.get(place + 1) ?? 0 }))
    .toReversed()
    .map(({ revision, transcripts }): [number, number] => {
      since += transcripts;
      return [revision, since];
    });
  return new Map(uses);
}
