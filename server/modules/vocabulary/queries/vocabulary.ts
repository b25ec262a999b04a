import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import {
  DICTIONARY_CATEGORIES,
  type DictionaryCategory,
} from "../../../../domain/dictionaries/rules.ts";
import type { PartOfSpeech } from "../../../../domain/entries/partsOfSpeech.ts";
import type { ChangesPosition } from "../../../../domain/vocabulary/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { usesBefore } from "./entryUses.ts";
import type { Fetch, NotedFetch } from "./fetches.ts";
import { FIRST_REVISION } from "./revision.ts";

/** Whether dictionary `d` is used for a workspace; every one is without one. */
export function isForWorkspace(workspaceId: number | undefined): RawBuilder<SqlBool> {
  if (workspaceId === undefined) return sql`true`;
  return sql`(d.workspace_ids = '{}' or ${workspaceId} = any(d.workspace_ids))`;
}

interface VocabularyScope {
  organizationId: number;
  workspaceId?: number | undefined;
}

/** Which words, and the day in Tokyo before which their uses count, where the most used come first. */
export interface OrderedScope extends VocabularyScope {
  mostUsedBefore?: string | undefined;
}

export interface VocabularyRow {
  entry_id: number;
  dictionary_id: number;
  surface: string;
  reading: string;
  part_of_speech: PartOfSpeech;
  weight: number;
  category: DictionaryCategory;
}

const priority = sql`array_position(${DICTIONARY_CATEGORIES}::text[], d.category)`;

/** The order of entries `e`, of dictionaries `d`, by their importance. */
export const byImportance = sql`${priority} desc, e.weight desc, e.entry_id`;

/**
 * The enabled entries that the dictionaries amount to, one per surface and reading, in the order of
 * their importance, or of their use. The first row has their number as `total`.
 */
export function vocabularyRows({
  organizationId,
  workspaceId,
  mostUsedBefore,
}: OrderedScope): RawBuilder<VocabularyRow & { total: number }> {
  return sql`
    select entry_id, dictionary_id, surface, reading, part_of_speech, weight, category,
      count(*) over ()::integer as total
    from (
      select distinct on (e.surface, e.reading) e.entry_id, e.dictionary_id, e.surface, e.reading, e.part_of_speech,
        e.weight, d.category, ${priority} as priority
      from dictionary_entries e
      join dictionaries d on d.organization_id = e.organization_id
        and d.dictionary_id = e.dictionary_id
      where e.organization_id = ${organizationId} and e.enabled and ${isForWorkspace(workspaceId)}
      order by e.surface, e.reading, ${byImportance}
    ) v
    ${mostUsedBefore === undefined ? sql`` : sql`left join (${usesBefore(organizationId, mostUsedBefore)}) u using (entry_id)`}
    order by ${mostUsedBefore === undefined ? sql`` : sql`coalesce(u.uses, 0) desc,`}
      priority desc, weight desc, entry_id`;
}

interface ScopeRow {
  revision: number;
  /** The last revision whose tombstones were deleted. */
  forgotten: number;
}

const fromOrganization = ({ organizationId, workspaceId }: VocabularyScope) => sql`
  from organizations o
  left join (select * from vocabularies where organization_id = ${organizationId}) v on true
  ${
    workspaceId === undefined
      ? sql``
      : sql`join workspaces w on w.organization_id = ${organizationId}
          and w.workspace_id = ${workspaceId}`
  }`;

const scopeColumns = sql`
  coalesce(v.revision, ${sql.lit(FIRST_REVISION)}::bigint) as revision,
  coalesce(v.forgotten_revision, 0) as forgotten`;

/** The revision of an organization; undefined without the organization or the workspace. */
export async function findScope(
  db: Kysely<Tables>,
  scope: VocabularyScope,
): Promise<ScopeRow | undefined> {
  const { rows } = await sql<ScopeRow>`
    select ${scopeColumns} ${fromOrganization(scope)}
    where o.organization_id = ${scope.organizationId}`.execute(db);
  return rows[0];
}

/** The same with what a program fetched last for an engine, in one read. */
export async function findScopeAndFetch(
  db: Kysely<Tables>,
  scope: VocabularyScope,
  { serviceKeyId, engine, workspaceId }: Fetch,
): Promise<(ScopeRow & NotedFetch) | undefined> {
  const { rows } = await sql<ScopeRow & NotedFetch>`
    select ${scopeColumns}, f.revision as noted_revision, f.fetched_at as noted_at
    ${fromOrganization(scope)}
    left join (
      select * from vocabulary_fetches where organization_id = ${scope.organizationId}
        and service_key_id = ${serviceKeyId} and engine = ${engine} and workspace_id = ${workspaceId}
    ) f on true
    where o.organization_id = ${scope.organizationId}`.execute(db);
  return rows[0];
}

export interface ChangeRow extends VocabularyRow {
  revision: number;
  workspace_ids: number[];
  /** Whether engines use it; null fields otherwise. */
  enabled: boolean;
}

/** What changed behind a place, in the order of revision and entry: entries, and tombstones. */
export async function findChanges(
  db: Kysely<Tables>,
  organizationId: number,
  { revision, entryId }: ChangesPosition,
  size: number,
): Promise<ChangeRow[]> {
  // For each change in the order of an index, so that a page of a large one does not sort it as a whole.
  const behind = (columns: RawBuilder<unknown>, table: string) => sql`
    (select v.revision, w.*
    from vocabulary_changes v
    cross join lateral (
      select ${columns} from ${sql.table(table)} w
      where w.organization_id = ${organizationId} and w.change_id = v.change_id
        and w.entry_id > case when v.revision = ${revision}::bigint then ${entryId}::bigint else 0 end
      order by w.entry_id limit ${size}
    ) w
    where v.organization_id = ${organizationId} and v.revision >= ${revision}::bigint
    order by v.revision, w.entry_id limit ${size})`;
  const { rows } = await sql<ChangeRow>`
    select c.revision, c.entry_id, c.enabled, c.surface, c.reading, c.part_of_speech, c.weight,
      c.dictionary_id, d.category, d.workspace_ids
    from (
      ${behind(sql`w.entry_id, w.enabled, w.surface, w.reading, w.part_of_speech, w.weight, w.dictionary_id`, "dictionary_entries")}
      union all
      ${behind(sql`w.entry_id, false, null::text, null::text, null::text, null::smallint, null::bigint`, "vocabulary_tombstones")}
      order by revision, entry_id limit ${size}
    ) c
    left join dictionaries d on d.organization_id = ${organizationId}
      and d.dictionary_id = c.dictionary_id
    order by c.revision, c.entry_id`.execute(db);
  return rows;
}

/**
 * Deletes tombstones from before an instant, and notes up to which revision they are forgotten; and the
 * changes that no entry and no tombstone names any more.
 */
export async function forgetTombstones(db: Kysely<Tables>, before: Date): Promise<void> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct t.organization_id from vocabulary_tombstones t
    where t.deleted_at < ${before}`.execute(db);
  for (const { organization_id } of rows) {
    await sql`
      with removed as (
        delete from vocabulary_tombstones t
        where t.organization_id = ${organization_id} and t.deleted_at < ${before}
        returning t.change_id
      )
      update vocabularies v set forgotten_revision = greatest(v.forgotten_revision, g.revision)
      from (
        select max(c.revision) as revision
        from removed join vocabulary_changes c
          on c.organization_id = ${organization_id} and c.change_id = removed.change_id
      ) g
      where v.organization_id = ${organization_id} and g.revision is not null`.execute(db);
  }
  await sql`
    delete from vocabulary_changes v
    where not exists (select from dictionary_entries e
        where e.organization_id = v.organization_id and e.change_id = v.change_id)
      and not exists (select from vocabulary_tombstones t
        where t.organization_id = v.organization_id and t.change_id = v.change_id)`.execute(db);
}
