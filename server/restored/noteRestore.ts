import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../db/tables.ts";
import "../modules/people/accounts/requestAccount.ts";
import "../modules/people/invitations/sendInvitation.ts";
import { addSeconds, differenceInSeconds, startOfSecond } from "date-fns";
import { recordEvent } from "../audit/recordEvent.ts";
import { FIRST_REVISION } from "../modules/vocabulary/queries/vocabulary.ts";
import { HELD, type HeldName } from "./held.ts";

interface LastUsage {
  organization_id: number;
  organization_name: string;
  recorded_at: Date | null;
}

/** When each organization's newest event of the ledger was recorded. */
export async function findLastUsage(db: Kysely<Tables>): Promise<LastUsage[]> {
  const organizations = await db
    .selectFrom("organizations")
    .select(["organization_id", "organization_name"])
    .orderBy("organization_id")
    .execute();
  const found: LastUsage[] = [];
  for (const { organization_id, organization_name } of organizations) {
    const { rows } = await db.transaction().execute(async (trx) => {
      // It reads all events of the organization, for which the limit of requests is too short.
      await sql`set local statement_timeout = 0`.execute(trx);
      return sql<{ recorded_at: Date | null }>`
        select max(recorded_at) as recorded_at from ledger
        where organization_id = ${organization_id} and event_id is not null`.execute(trx);
    });
    const recorded_at = rows[0]?.recorded_at ?? null;
    found.push({ organization_id, organization_name, recorded_at });
  }
  return found;
}

/** Ends what may have ended since the time of the backup; returns how many. */
type End = (trx: Transaction<Tables>, times: { restoredTo: Date; at: Date }) => Promise<number>;

const sessions: End = async (trx) =>
  Number((await trx.deleteFrom("admin_sessions").executeTakeFirst()).numDeletedRows);

const signIns: End = async (trx) =>
  Number((await trx.deleteFrom("sign_ins").executeTakeFirst()).numDeletedRows);

/** Also those that were used or withdrawn since; whoever still waits is invited again. */
const invitations: End = async (trx) =>
  Number((await trx.deleteFrom("invitations").executeTakeFirst()).numDeletedRows);

/** One may have been withdrawn or finished since. */
const setUpLinks: End = async (trx) =>
  Number((await trx.deleteFrom("set_up_links").executeTakeFirst()).numDeletedRows);

/** Sign-ins are dated in whole seconds, so the second that has begun ends, too. */
const users: End = async (trx, { at }) => {
  const { numUpdatedRows } = await trx
    .updateTable("users")
    .set({ tokens_valid_after: addSeconds(startOfSecond(at), 1) })
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** What is older tells of writes that are in the database, and a repeat must not write again. */
const answers: End = async (trx, { restoredTo }) => {
  const { numDeletedRows } = await trx
    .deleteFrom("idempotency_keys")
    .where((where) =>
      where.or([
        where("created_at", ">", restoredTo),
        where("status", "is", null),
        where("provisional", "=", true),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
};

type Restored = "comes back" | { held: HeldName } | { counted: string; end: End };

/**
 * What becomes of each table of a database that was put back: it comes back as it was, or what may have
 * been withdrawn since is held or ended. All else in `users` and `organizations` comes back.
 */
export const RESTORED_TABLES: Readonly<Record<string, Restored>> = {
  admin_session_tokens: "comes back",
  admin_sessions: { counted: "sessions", end: sessions },
  alert_reads: "comes back",
  alert_requests: "comes back",
  alerts: "comes back",
  audit_events: "comes back",
  audit_seals: "comes back",
  contract_admin_counts: "comes back",
  contract_day_counts: "comes back",
  contract_import_changes: "comes back",
  contract_import_rows: "comes back",
  contract_imports: "comes back",
  contract_usage: "comes back",
  contracts: "comes back",
  dictionaries: "comes back",
  dictionary_entries: "comes back",
  dictionary_handed_rows: "comes back",
  dictionary_import_changes: "comes back",
  dictionary_import_rows: "comes back",
  dictionary_imports: "comes back",
  dictionary_lock_releases: "comes back",
  dictionary_lock_requests: "comes back",
  dictionary_locks: "comes back",
  dictionary_proposals: "comes back",
  entry_use_reports: "comes back",
  entry_uses: "comes back",
  erasures: "comes back",
  idempotency_keys: { counted: "answers", end: answers },
  identity_outbox: "comes back",
  identity_project: "comes back",
  ignored_candidates: "comes back",
  invitations: { counted: "invitations", end: invitations },
  closings: "comes back",
  contract_prices: "comes back",
  billed_closings: "comes back",
  billing_files: "comes back",
  billing_partners: "comes back",
  billing_settings: "comes back",
  ledger: "comes back",
  ledger_months: "comes back",
  list_settings: "comes back",
  list_views: "comes back",
  mails: "comes back",
  organization_domains: "comes back",
  organizations: { held: "addresses" },
  restores: "comes back",
  schema_migrations: "comes back",
  service_key_events: "comes back",
  service_keys: { held: "keys" },
  set_up_links: { counted: "setUpLinks", end: setUpLinks },
  sign_in_ways: { held: "ways" },
  sign_ins: { counted: "signIns", end: signIns },
  stored_answer_bytes: "comes back",
  usage_course: "comes back",
  usage_daily: "comes back",
  usage_event_ids: "comes back",
  usage_event_months: "comes back",
  user_import_changes: "comes back",
  user_import_rows: "comes back",
  user_imports: "comes back",
  users: { counted: "users", end: users },
  vocabularies: "comes back",
  vocabulary_changes: "comes back",
  vocabulary_fetches: "comes back",
  vocabulary_tombstones: "comes back",
  vocabulary_uses: "comes back",
  word_distinctions: "comes back",
  webhook_deliveries: "comes back",
  webhook_events: "comes back",
  webhooks: { held: "webhooks" },
  workspace_members: "comes back",
  workspaces: "comes back",
  write_checks: "comes back",
};

/** Numbers given out since a backup: more than this many a second no organization could use up. */
const NUMBERS_PER_SECOND = 100;
const LEAST_GAP = 1_000;

/**
 * Notes that the database was put back, and withdraws what may have been withdrawn since, by the
 * list of tables (docs/decisions/066-after-a-restore.md). Returns how many of what. It can be repeated.
 */
export async function noteRestore(
  db: Kysely<Tables>,
  { restoredTo, now }: { restoredTo: Date; now: Date },
): Promise<Readonly<Record<string, number>>> {
  const gap = LEAST_GAP + NUMBERS_PER_SECOND * differenceInSeconds(now, restoredTo);
  return db.transaction().execute(async (trx) => {
    await sql`
      insert into restores (restored_to, noted_at, held) values (${restoredTo}, ${now}, true)
      on conflict (only_row) do update set restored_to = excluded.restored_to,
        noted_at = excluded.noted_at, held = true`.execute(trx);
    const withdrawn: Record<string, number> = {};
    for (const said of Object.values(RESTORED_TABLES)) {
      if (said === "comes back") continue;
      if ("held" in said) withdrawn[said.held] = await HELD[said.held].hold(trx, now);
      else withdrawn[said.counted] = await said.end(trx, { restoredTo, at: now });
    }
    await advanceNumbers(trx, gap);
    await advanceRevisions(trx, gap);
    await recordEvent(trx, {
      organizationId: null,
      target: { kind: "database", id: null, name: restoredTo.toISOString() },
      counts: withdrawn,
    });
    return withdrawn;
  });
}

/**
 * Numbers that were given out since are not given again: a receiver would take a message for one that it
 * has, a service an organization for another. Organizations have numbers of eight digits, so few are left out.
 */
async function advanceNumbers(trx: Transaction<Tables>, gap: number): Promise<void> {
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, least(max_value,
      coalesce(last_value, start_value) + case when sequencename = 'organization_no_seq'
        then ${sql.lit(LEAST_GAP)}::bigint else ${gap}::bigint end))
    from pg_sequences where schemaname = 'public'`.execute(trx);
}

/** A reader with a revision from after the backup, or before, begins again. */
async function advanceRevisions(trx: Transaction<Tables>, gap: number): Promise<void> {
  const organizations = await trx
    .selectFrom("organizations")
    .select("organization_id")
    .orderBy("organization_id")
    .execute();
  for (const { organization_id: id } of organizations) {
    await sql`
      insert into vocabularies as v (organization_id, revision, forgotten_revision)
      values (${id}::bigint, ${sql.lit(FIRST_REVISION)} + ${gap}::bigint, ${sql.lit(FIRST_REVISION)} + ${gap}::bigint)
      on conflict (organization_id) do update
        set revision = v.revision + ${gap}::bigint, forgotten_revision = v.revision + ${gap}::bigint`.execute(
      trx,
    );
  }
}
