import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import {
  DICTIONARY_CATEGORIES,
  type DictionaryCategory,
} from "../../../../domain/dictionaries/rules.ts";
import type { PartOfSpeech } from "../../../../domain/entries/partsOfSpeech.ts";
import type { ChangesPosition } from "../../../../domain/vocabulary/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { endStep, type WriteTransaction } from "../../../db/transact.ts";
import { isWanted } from "../../webhooks/queries/webhooks.ts";
import { usesBefore } from "./entryUses.ts";
import type { Fetch, NotedFetch } from "./fetches.ts";

declare module "../../../db/tables.ts" {
  interface Tables {
    vocabularies: {
      organization_id: number;
      revision: number;
      forgotten_revision: number;
    };
    vocabulary_tombstones: {
      organization_id: number;
      entry_id: number;
      dictionary_id: number;
      change_id: number;
      deleted_at: Date;
    };
    vocabulary_changes: { organization_id: number; change_id: number; revision: number };
  }
}

/** The revision of an organization whose vocabulary nothing has changed yet. */
export const FIRST_REVISION = 1;

/**
 * An id for what a transaction changes for engines in an organization. At the end of the transaction it
 * gets a revision (docs/decisions/054-revision-at-the-end.md).
 */
export async function newChange(trx: WriteTransaction, organizationId: number): Promise<number> {
  const changeId = await nextChangeId(trx);
  settleRevisions(trx, { organizationId, changeId });
  return changeId;
}

/**
 * An id for the entries of a new database, which get the first revision at the end of the transaction,
 * whatever organization they belong to.
 */
export async function firstChange(trx: WriteTransaction): Promise<number> {
  const changeId = await nextChangeId(trx);
  settleFirstRevision(trx, changeId);
  return changeId;
}

async function nextChangeId(trx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('vocabulary_change_ids') as id`.execute(
    trx,
  );
  if (!rows[0]) throw new Error("a sequence has no next value");
  return rows[0].id;
}

/** The change of an entry that engines never saw. */
export const UNSEEN = 0;

interface Change {
  organizationId: number;
  changeId: number;
}

const settleRevisions = endStep<Change>("revision", async (trx, changes) => {
  for (const change of changes) await settleRevision(trx, change);
});

/**
 * Gives a change the next revision of the organization, if an entry or a tombstone names it, and tells
 * receivers. Nobody else raises the revision until the transaction commits, so that revisions commit
 * in their order.
 */
async function settleRevision(
  trx: Transaction<Tables>,
  { organizationId, changeId }: Change,
): Promise<void> {
  const isOfChange = sql`organization_id = ${organizationId} and change_id = ${changeId}`;
  await sql`
    with next as (
      insert into vocabularies as v (organization_id, revision)
      select ${organizationId}::bigint, ${sql.lit(FIRST_REVISION + 1)}::bigint
      where exists (select from dictionary_entries where ${isOfChange})
        or exists (select from vocabulary_tombstones where ${isOfChange})
      on conflict (organization_id) do update set revision = v.revision + 1
      returning revision
    ), told as (
      insert into webhook_events (organization_id, type, revision)
      select ${organizationId}::bigint, 'vocabulary.changed', next.revision from next
      where ${isWanted(organizationId, "vocabulary.changed")}
    )
    insert into vocabulary_changes (organization_id, change_id, revision)
    select ${organizationId}::bigint, ${changeId}::bigint, next.revision from next`.execute(trx);
}

const settleFirstRevision = endStep<number>("revision", async (trx, changeIds) => {
  await sql`
    insert into vocabulary_changes (organization_id, change_id, revision)
    select distinct organization_id, change_id, ${sql.lit(FIRST_REVISION)}::bigint
    from dictionary_entries where change_id = any(${changeIds}::bigint[])`.execute(trx);
});

/**
 * Leaves tombstones for a relation `removed` of entries. Of a disabled one engines heard, or will hear,
 * with its own change; one that they never saw leaves none.
 */
export const intoTombstones = (changeId: number) => sql`
  insert into vocabulary_tombstones
    (organization_id, entry_id, dictionary_id, change_id, deleted_at)
  select removed.organization_id, removed.entry_id, removed.dictionary_id,
    case when removed.enabled then ${changeId}::bigint else removed.change_id end, now()
  from removed where removed.enabled or removed.change_id <> ${sql.lit(UNSEEN)}`;

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
