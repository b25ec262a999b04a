import { addSeconds, startOfSecond } from "date-fns";
import type { Transaction } from "kysely";
import type { Tables } from "../db/tables.ts";
import "../modules/people/invitations/queries.ts";
import type { HeldName } from "./held.ts";

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
