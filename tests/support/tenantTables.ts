import { readFileSync } from "node:fs";

/**
 * Where each table may be one day (docs/decisions/056-tenant-tables.md): those of an organization on
 * any node, together with the others of that organization, and all others on one node.
 */
export const TENANT_TABLES: readonly string[] = [
  "audit_events",
  "audit_seals",
  "dictionaries",
  "dictionary_entries",
  "dictionary_handed_rows",
  "dictionary_import_changes",
  "dictionary_import_rows",
  "dictionary_imports",
  "dictionary_lock_releases",
  "dictionary_lock_requests",
  "dictionary_locks",
  "dictionary_proposals",
  "entry_use_reports",
  "entry_uses",
  "ignored_candidates",
  "ledger",
  "usage_daily",
  "vocabularies",
  "vocabulary_changes",
  "vocabulary_fetches",
  "vocabulary_tombstones",
  "vocabulary_uses",
  "word_distinctions",
  "workspace_members",
  "workspaces",
];

export const SINGLE_NODE_TABLES: readonly string[] = [
  "admin_session_tokens",
  "admin_sessions",
  "alert_reads",
  "alert_requests",
  "alerts",
  "billed_closings",
  "billing_files",
  "billing_partners",
  "billing_settings",
  "closings",
  "contract_admin_counts",
  "contract_day_counts",
  "contract_import_changes",
  "contract_import_rows",
  "contract_imports",
  "contract_prices",
  "contract_usage",
  "contracts",
  "erasures",
  "idempotency_keys",
  "identity_outbox",
  "identity_project",
  "invitations",
  "ledger_months",
  "list_settings",
  "list_views",
  "mails",
  "organization_domains",
  "organizations",
  "restores",
  "schema_migrations",
  "service_key_events",
  "service_keys",
  "set_up_links",
  "sign_in_ways",
  "sign_ins",
  "stored_answer_bytes",
  "usage_course",
  "usage_event_ids",
  "usage_event_months",
  "user_import_changes",
  "user_import_rows",
  "user_imports",
  "users",
  "webhook_deliveries",
  "webhook_events",
  "webhooks",
  "write_checks",
];

/** Distributes the tables of organizations over the nodes of Citus. */
const SCRIPT = "deploy/citus/distribute.sql";

/** The statements of the script that drop the foreign keys between tables of organizations and others. */
export const foreignKeysBetweenNodes = (): string[] =>
  readFileSync(SCRIPT, "utf8").match(/^ALTER TABLE .* DROP CONSTRAINT .*;$/gm) ?? [];

/** The tables that the script distributes. */
export const distributedByScript = (): string[] =>
  [...readFileSync(SCRIPT, "utf8").matchAll(/(?<=ARRAY\[[^\]]*)'(\w+)'/g)].map(
    ([, name = ""]) => name,
  );

/** What breaks the rules of tests/api/tenantTables.test.ts, by its name, with the reason. */
export const SCHEMA_EXCEPTIONS: Readonly<Record<string, string>> = {};

/**
 * Statements that may read or write tables of several organizations at once, by a part of their text
 * without repeated blanks, with the reason.
 */
export const ACROSS_ORGANIZATIONS: readonly (readonly [part: string, reason: string])[] = [
  ["select distinct l.organization_id from dictionary_locks", "the sweep asks whose locks expired"],
  [
    "select distinct r.organization_id from dictionary_lock_requests",
    "the sweep asks whose requests are due",
  ],
  ["select distinct i.organization_id from dictionary_imports", "housekeeping asks whose are old"],
  [
    "select distinct t.organization_id from vocabulary_tombstones",
    "housekeeping asks whose are old",
  ],
  ["select distinct r.organization_id from entry_use_reports", "housekeeping asks who has some"],
  ["delete from entry_uses u where not", "housekeeping, of one table"],
  ["delete from dictionary_lock_releases where released_at <", "housekeeping, of one table"],
  ["delete from dictionary_proposals where ended_at <", "housekeeping, of one table"],
  [
    "select distinct p.organization_id from dictionary_proposals p",
    "the daily mails ask whose proposals are to be told",
  ],
  ["delete from vocabulary_changes v where not exists", "housekeeping, joined by organization"],
  [
    "k (organization_id, occurred_at, event_id) join ledger l on l.organization_id = k.organization_id",
    "reads by keys, of several organizations in one batch; the planner scans a ledger of a few rows",
  ],
  [
    "from audit_seals s left join organizations o on o.organization_id = s.organization_id where true",
    "the provider reads the seals of all",
  ],
  [
    "as ledger_seconds, coalesce(ledger.misdated_rows, 0)",
    "the nightly comparison, a page of contracts at a time",
  ],
  ["select count(*) as days, min(usage_date) as first_day", "the nightly comparison of all sums"],
  [
    "from organizations o cross join (values ('vocabulary.changed'), ('limits.changed')) as t (type)",
    "after a restore receivers are told of all organizations, joined by organization",
  ],
  ["select distinct e.organization_id from audit_events e", "the sealing asks whose days are over"],
  [
    "with wanted as materialized ( select w.*, coalesce(w.previous_month",
    "closes a month of contracts of all organizations in one act, joined by organization",
  ],
  [
    "p (organization_id, contract_id) join usage_daily d",
    "contracts of a month on a page, of several organizations, joined by organization",
  ],
  [
    "p (organization_id, contract_id) join ledger l",
    "contracts of a month on a page, of several organizations, joined by organization",
  ],
  [
    "left join ( select organization_id, contract_id, coalesce(sum(",
    "the provider asks which contracts of a month are unusual, joined by organization",
  ],
  [
    "left join ( select organization_id, contract_id from ledger l where l.event_id is null",
    "the provider asks which contracts of a month are unusual, joined by organization",
  ],
  [") counted group by organization_id", "counts of the organizations on a page, which it names"],
];

/** Statements that break a rule of tests/domain/tenantStatements.test.ts, likewise. */
export const STATEMENT_EXCEPTIONS: readonly (readonly [part: string, reason: string])[] = [
  ["update users u set last_selected_workspace_id", "the demo data of an embedded database"],
  ["select l.* from ledger l where ${selectedRows(", "its condition names the organization"],
  [
    "from organizations o cross join (values ('vocabulary.changed'), ('limits.changed')) as t (type)",
    "after a restore receivers are told of all organizations",
  ],
];
