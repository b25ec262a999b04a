import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
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
      revision: number;
      deleted_at: Date;
    };
  }
}

/** The revision of an organization whose vocabulary nothing has changed yet. */
export const FIRST_REVISION = 1;

/** The revision of what a transaction has written and not settled yet; no other one sees it. */
export const PENDING = -1;

/**
 * Gives what the transaction has changed for engines the next revision of the organization, if there
 * is anything, and tells receivers. Nobody else raises it until the transaction commits, so that
 * revisions commit in their order. Call it last, after holdOrganization, which others hold when they
 * wait for this.
 */
export async function settleRevision(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<void> {
  const isPending = (table: string) => sql`
    ${sql.ref(`${table}.organization_id`)} = ${organizationId}
    and ${sql.ref(`${table}.revision`)} = ${sql.lit(PENDING)}`;
  await sql`
    with next as (
      insert into vocabularies as v (organization_id, revision)
      select ${organizationId}::bigint, ${sql.lit(FIRST_REVISION + 1)}::bigint
      where exists (select from dictionary_entries e where ${isPending("e")})
        or exists (select from vocabulary_tombstones t where ${isPending("t")})
      on conflict (organization_id) do update set revision = v.revision + 1
      returning revision
    ), told as (
      insert into webhook_events (organization_id, type, revision)
      select ${organizationId}::bigint, 'vocabulary.changed', next.revision from next
      where ${isWanted(organizationId, "vocabulary.changed")}
    ), entries as (
      update dictionary_entries e set revision = next.revision from next where ${isPending("e")}
    )
    update vocabulary_tombstones t set revision = next.revision from next
    where ${isPending("t")}`.execute(trx);
}

/** Gives the entries of a new database the first revision, whatever organization they belong to. */
export async function settleFirstRevision(trx: Transaction<Tables>): Promise<void> {
  await trx
    .updateTable("dictionary_entries")
    .set({ revision: FIRST_REVISION })
    .where("revision", "=", PENDING)
    .execute();
}

/**
 * Leaves tombstones for a relation `gone` of entries. Of a disabled one engines heard, or will hear,
 * with its revision; one that they never saw leaves none.
 */
export const intoTombstones = sql`
  insert into vocabulary_tombstones
    (organization_id, entry_id, dictionary_id, revision, deleted_at)
  select gone.organization_id, gone.entry_id, gone.dictionary_id,
    case when gone.enabled then ${sql.lit(PENDING)} else gone.revision end, now()
  from gone where gone.enabled or gone.revision > 0`;
