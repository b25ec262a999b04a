import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Eraser } from "../../../../domain/erasing/erased.ts";
import type { Mention } from "../../../../domain/erasing/schemas.ts";
import type { Tables } from "../../../db/tables.ts";

/** Whose traces are looked for: by id, by address, and by all words of theirs in small letters. */
export interface Traced {
  organizationId: number | null;
  userIds: readonly string[];
  emails: readonly string[];
  words: readonly string[];
}

interface Removal extends Traced {
  /** With what belongs to the organization as a whole. */
  isWhole: boolean;
}

async function counted(db: Kysely<Tables>, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(db);
  return Number(numAffectedRows);
}

/** Whether a text has one of the words. */
const has = (text: RawBuilder<unknown>, words: readonly string[]) => sql`exists (
  select from unnest(${words}::text[]) w where strpos(lower(${text}), w) > 0)`;

/** Deletes what belongs to people alone, and says how many of each. */
export async function deleteTraces(
  trx: Transaction<Tables>,
  { organizationId, userIds, emails, words, isWhole }: Removal,
) {
  const ids = sql`any(${userIds}::text[])`;
  const stored = sql`coalesce(i.headers::text, '') || coalesce(i.body::text, '')`;
  return {
    sessions:
      (await counted(trx, sql`delete from admin_sessions where user_id = ${ids}`)) +
      (await counted(trx, sql`delete from sign_ins where user_id = ${ids}`)),
    memberships:
      organizationId === null
        ? 0
        : await counted(
            trx,
            sql`delete from workspace_members
              where organization_id = ${organizationId} and user_id = ${ids}`,
          ),
    mails: await counted(trx, sql`delete from mails where recipient = any(${emails}::text[])`),
    storedAnswers: await counted(
      trx,
      sql`delete from idempotency_keys i where i.user_id = ${ids} or ${has(stored, words)}`,
    ),
    importedPeople:
      (await counted(
        trx,
        sql`delete from user_import_rows r
          where ${has(sql`r.cells::text || coalesce(r.reason, '')`, words)}`,
      )) + (await counted(trx, sql`delete from user_import_changes where user_id = ${ids}`)),
    // An import of which changes are missing can no longer be undone.
    importedContracts:
      (await counted(
        trx,
        sql`delete from contract_import_rows r
          where ${has(sql`r.cells::text || coalesce(r.reason, '')`, words)}`,
      )) +
      (await counted(
        trx,
        sql`delete from contract_import_changes c
          where ${has(sql`coalesce(c.before::text, '') || c.after::text`, words)}`,
      )),
    // A view that searches for a person who is gone serves nobody, whoever keeps it.
    views:
      (await counted(trx, sql`delete from list_settings where user_id = ${ids}`)) +
      (await counted(
        trx,
        sql`delete from list_views v where v.user_id = ${ids}
          or (${isWhole}::boolean and v.organization_id = ${organizationId}::bigint)
          or ((v.organization_id is null or v.organization_id = ${organizationId}::bigint)
            and ${has(sql`v.view_name || v.conditions::text`, words)})`,
      )),
    handedRows:
      organizationId === null
        ? 0
        : await counted(
            trx,
            sql`delete from dictionary_handed_rows r
              where r.organization_id = ${organizationId} and (r.written_by = ${ids}
                or r.handed_to = ${ids} or ${has(sql`r.unsaved::text`, words)})`,
          ),
    reads: await counted(trx, sql`delete from alert_reads where user_id = ${ids}`),
  };
}

/** Errors that jobs have kept may name an address that a mail server refused. */
export async function clearJobs(trx: Transaction<Tables>, words: readonly string[]) {
  let jobs = 0;
  for (const table of ["job", "archive"]) {
    jobs += await counted(
      trx,
      sql`update pgboss.${sql.ref(table)} j set output = null
        where j.output is not null and ${has(sql`j.output::text`, words)}`,
    );
  }
  return jobs;
}

interface TextTable {
  table: string;
  column: string;
  /** The rest of the key, beside the organization. */
  key: readonly string[];
  /** Which rows of the organization, or of all. */
  where: (organizationId: number | null) => RawBuilder<unknown>;
}

const ofOrganization = (organizationId: number | null) =>
  sql`t.organization_id is not distinct from ${organizationId}::bigint`;

/** Texts in which a name may stand that erasing rewrites, by the kind that counts them. */
export const rewrittenTexts = {
  imports: {
    table: "dictionary_imports",
    column: "file_name",
    key: ["dictionary_id", "import_id"],
    where: (organizationId) => sql`t.organization_id = ${organizationId}`,
  },
  userImports: {
    table: "user_imports",
    column: "file_name",
    key: ["user_import_id"],
    // Those of system admins may be into any organization.
    where: (organizationId) =>
      sql`(t.organization_id is null or t.organization_id = ${organizationId})`,
  },
  contractImports: {
    table: "contract_imports",
    column: "file_name",
    key: ["contract_import_id"],
    // They may be about any organization.
    where: () => sql`true`,
  },
  locks: {
    table: "dictionary_lock_releases",
    column: "reason",
    key: ["dictionary_id", "token_hash"],
    where: (organizationId) => sql`t.organization_id = ${organizationId}`,
  },
  lockRequests: {
    table: "dictionary_lock_requests",
    column: "message",
    key: ["dictionary_id"],
    where: (organizationId) => sql`t.organization_id = ${organizationId}`,
  },
  alerts: { table: "alerts", column: "message", key: ["alert_id"], where: ofOrganization },
  deliveries: {
    table: "webhook_deliveries",
    column: "last_error",
    key: ["delivery_id"],
    where: () => sql`t.last_error is not null`,
  },
  adjustments: {
    table: "ledger",
    column: "reason",
    key: ["contract_id", "occurred_at", "ledger_id"],
    // The sums of a day know where there are adjustments, so that no report has to be read.
    where: (organizationId) => sql`t.organization_id = ${organizationId} and t.reason is not null
      and (t.contract_id, t.usage_date) in (
        select d.contract_id, d.usage_date from usage_daily d
        where d.organization_id = ${organizationId} and d.adjustment_rows > 0)`,
  },
} as const satisfies Record<string, TextTable>;

/** Rewrites the texts of a table that have one of the words, and counts them. */
export async function rewriteTexts(
  trx: Transaction<Tables>,
  { table, column, where }: TextTable,
  { organizationId, words }: Traced,
  eraser: Eraser,
): Promise<number> {
  const text = sql.ref(`t.${column}`);
  const { rows } = await sql<{ text: string }>`
    select distinct ${text} as text from ${sql.table(table)} t
    where ${where(organizationId)} and ${has(text, words)}`.execute(trx);
  let written = 0;
  for (const { text: old } of rows) {
    written += await counted(
      trx,
      sql`update ${sql.table(table)} t set ${sql.ref(column)} = ${eraser.text(old)}
        where ${where(organizationId)} and ${text} = ${old}`,
    );
  }
  return written;
}

const MOST_MENTIONS = 50;

/** Records whose text has one of the words and that erasing leaves as they are. */
export async function findMentions(
  db: Kysely<Tables>,
  { organizationId, words }: Traced,
): Promise<Mention[]> {
  const own = sql`t.organization_id = ${organizationId}`;
  const { rows } = await sql<Mention>`
    select kind, id, name from (
      select 'entry' as kind, t.entry_id as id, t.surface as name from dictionary_entries t
      where ${own} and ${has(sql`concat_ws(' ', t.surface, t.reading, t.note)`, words)}
      union all
      select 'dictionary', t.dictionary_id, t.dictionary_name from dictionaries t
      where ${own} and ${has(sql`concat_ws(' ', t.dictionary_name, t.description)`, words)}
      union all
      select 'workspace', t.workspace_id, t.workspace_name from workspaces t
      where ${own} and ${has(sql`t.workspace_name`, words)}
      union all
      select 'organization', t.organization_id, t.organization_name from organizations t
      where ${own} and ${has(sql`concat_ws(' ', t.organization_name, t.organization_name_kana)`, words)}
      union all
      select 'serviceKey', t.service_key_id, t.name from service_keys t
      where ${has(sql`t.name`, words)}
    ) found order by kind, id limit ${sql.lit(MOST_MENTIONS)}`.execute(db);
  return rows;
}
