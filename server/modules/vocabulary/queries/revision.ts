import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { endStep, type WriteTransaction } from "../../../db/transact.ts";
import { isWanted } from "../../webhooks/queries/outbox.ts";

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
