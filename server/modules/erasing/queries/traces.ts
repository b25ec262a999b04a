import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { billingSettingsKind } from "../../../../domain/api/billing.ts";
import type { Eraser } from "../../../../domain/erasing/erased.ts";
import type { Mention } from "../../../../domain/erasing/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Traced, TracedTable } from "./tracedTables.ts";

async function counted(db: Kysely<Tables>, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(db);
  return Number(numAffectedRows);
}

/** Erases people from a place, and counts the rows. The values are compared here, by one folding. */
export async function eraseFromTable(
  trx: Transaction<Tables>,
  { table, columns, does, where, own }: TracedTable,
  traced: Traced,
  eraser: Eraser,
): Promise<number> {
  const rows = sql`${sql.table(table)} t`;
  let erased = own ? await counted(trx, sql`delete from ${rows} where ${own(traced)}`) : 0;
  if (!where) return erased;
  for (const value of await foundValues(trx, { rows, columns, where: where(traced) }, eraser)) {
    const same = sql`${where(traced)} and ${storedValue(columns)} = ${JSON.stringify(value)}::jsonb`;
    const column = sql.ref(columns[0] ?? "");
    const statement =
      does === "delete"
        ? sql`delete from ${rows} where ${same}`
        : does === "clear"
          ? sql`update ${rows} set ${column} = null where ${same}`
          : sql`update ${rows} set ${column} = ${eraser.text(String(value[0]))} where ${same}`;
    erased += await counted(trx, statement);
  }
  return erased;
}

const storedValue = (columns: readonly string[]) =>
  sql`jsonb_build_array(${sql.join(columns.map((column) => sql.ref(`t.${column}`)))})`;

interface Searched {
  rows: RawBuilder<unknown>;
  columns: readonly string[];
  where: RawBuilder<unknown>;
}

async function foundValues(
  trx: Transaction<Tables>,
  { rows, columns, where }: Searched,
  eraser: Eraser,
): Promise<unknown[][]> {
  const isGiven = sql.join(
    columns.map((column) => sql`${sql.ref(`t.${column}`)} is not null`),
    sql` or `,
  );
  const found = await sql<{ value: unknown[] }>`
    select distinct ${storedValue(columns)} as value from ${rows}
    where ${where} and (${isGiven})`.execute(trx);
  return found.rows.map(({ value }) => value).filter((value) => eraser.finds(value));
}

/** Alerts that people have read tell what they did, and are no part of the certificate. */
export async function deleteReads(
  trx: Transaction<Tables>,
  userIds: readonly string[],
): Promise<void> {
  await sql`delete from alert_reads where user_id = any(${userIds}::text[])`.execute(trx);
}

const MOST_MENTIONS = 50;

/** Records whose text has a name or an address and that erasing leaves as they are. */
export async function findMentions(
  db: Kysely<Tables>,
  organizationId: number | null,
  eraser: Eraser,
): Promise<Mention[]> {
  const own = sql`t.organization_id = ${organizationId}`;
  const { rows } = await sql<Mention & { texts: (string | null)[] }>`
    select kind, id, name, texts from (
      select 'entry' as kind, t.entry_id as id, t.surface as name,
        array[t.surface, t.reading, t.note] as texts from dictionary_entries t where ${own}
      union all
      select 'dictionary', t.dictionary_id, t.dictionary_name,
        array[t.dictionary_name, t.description] from dictionaries t where ${own}
      union all
      select 'workspace', t.workspace_id, t.workspace_name, array[t.workspace_name]
      from workspaces t where ${own}
      union all
      select 'organization', t.organization_id, t.organization_name,
        array[t.organization_name, t.organization_name_kana] from organizations t where ${own}
      union all
      select 'serviceKey', t.service_key_id, t.name, array[t.name] from service_keys t
      union all
      select 'billingPartner', t.organization_id, coalesce(t.partner_name, t.sub_account),
        array[t.partner_name, t.sub_account] from billing_partners t where ${own}
      union all
      select 'billingSettings', 0, ${billingSettingsKind.label}::text, array(
        select v #>> '{}' from jsonb_path_query(t.settings, '$.**') v
        where jsonb_typeof(v) = 'string') from billing_settings t
    ) found order by kind, id`.execute(db);
  return rows
    .filter(({ texts }) => eraser.finds(texts))
    .slice(0, MOST_MENTIONS)
    .map(({ kind, id, name }) => ({ kind, id, name }));
}
