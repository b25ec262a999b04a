import { type Kysely, sql, type Transaction } from "kysely";
import type { BillingFormat } from "../../../domain/billing/formats.ts";
import type { BillingSettings } from "../../../domain/billing/rules.ts";
import type { Tables } from "../../db/tables.ts";
import { besideClosing, type ClosingRow, closingColumns } from "../closings/queries/closings.ts";

const FILES = 7_402_032;

/** One file is written at a time, so that a closing goes once into the files of a format. */
export async function lockFiles(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FILES})`.execute(trx);
}

export interface SettingsRow {
  settings: BillingSettings;
  version: number;
}

/** The settings, of which there is one row at most. */
export async function findSettings(db: Kysely<Tables>): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select s.settings, s.version from billing_settings s`.execute(db);
  return rows[0];
}

export async function lockSettings(trx: Transaction<Tables>): Promise<void> {
  await sql`lock table billing_settings in share row exclusive mode`.execute(trx);
}

export async function writeSettings(
  db: Kysely<Tables>,
  { settings, version }: SettingsRow,
  at: Date,
): Promise<void> {
  await sql`
    insert into billing_settings (settings, version, created_at, updated_at)
    values (${JSON.stringify(settings)}::jsonb, ${version}, ${at}, ${at})
    on conflict (one) do update set settings = excluded.settings, version = excluded.version,
      updated_at = excluded.updated_at`.execute(db);
}

export interface PartnerRow {
  organization_id: number;
  organization_name: string;
  partner_name: string | null;
  sub_account: string;
  version: number;
}

/** What an organization is called in the books; undefined for an unknown one. */
export async function findPartner(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<PartnerRow | undefined> {
  const { rows } = await sql<PartnerRow>`
    select o.organization_id, o.organization_name, p.partner_name,
      coalesce(p.sub_account, '') as sub_account, coalesce(p.version, 0) as version
    from organizations o left join billing_partners p on p.organization_id = o.organization_id
    where o.organization_id = ${organizationId}`.execute(db);
  return rows[0];
}

export async function writePartner(
  db: Kysely<Tables>,
  { organization_id, partner_name, sub_account, version }: PartnerRow,
  at: Date,
): Promise<void> {
  await sql`
    insert into billing_partners (organization_id, partner_name, sub_account, version, created_at,
      updated_at)
    values (${organization_id}, ${partner_name}, ${sub_account}, ${version}, ${at}, ${at})
    on conflict (organization_id) do update set partner_name = excluded.partner_name,
      sub_account = excluded.sub_account, version = excluded.version, updated_at = excluded.updated_at`.execute(
    db,
  );
}

export interface MonthStatementRow extends ClosingRow {
  partner_name: string | null;
  sub_account: string;
  is_written: boolean;
  is_earlier_written: boolean;
}

/** The latest closings of a month, of all contracts in the order of their ids, but not more than `most`. */
export async function findMonthStatements(
  db: Kysely<Tables>,
  { month, format, most }: { month: string; format: BillingFormat; most: number },
): Promise<MonthStatementRow[]> {
  const inFile = sql`select from billed_closings b join billing_files f on f.file_id = b.file_id
    where b.organization_id = k.organization_id and b.contract_id = k.contract_id
      and b.month = k.month and f.format = ${format}`;
  const { rows } = await sql<MonthStatementRow>`
    select ${closingColumns}, p.partner_name, coalesce(p.sub_account, '') as sub_account,
      exists (${inFile} and b.version = k.version) as is_written,
      exists (${inFile} and b.version <> k.version) as is_earlier_written
    from closings k ${besideClosing}
    left join billing_partners p on p.organization_id = k.organization_id
    where k.month = ${month}::date and not exists (
      select from closings later where later.organization_id = k.organization_id
        and later.contract_id = k.contract_id and later.month = k.month
        and later.version > k.version)
    order by k.contract_id limit ${most}`.execute(db);
  return rows;
}

export interface FileRow {
  file_id: number;
  month: string;
  format: BillingFormat;
  statements: number;
  written_at: Date;
  written_by_name: string;
}

export async function findFiles(
  db: Kysely<Tables>,
  month: string,
  most: number,
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select f.file_id, f.month, f.format, f.statements, f.written_at, u.user_name as written_by_name
    from billing_files f join users u on u.user_id = f.written_by
    where f.month = ${month}::date order by f.file_id desc limit ${most}`.execute(db);
  return rows;
}

/** Keeps a file with the closings that are in it; returns its id. */
export async function insertFile(
  trx: Transaction<Tables>,
  file: { month: string; format: BillingFormat; writtenAt: Date; writtenBy: string },
  closings: readonly ClosingRow[],
): Promise<number> {
  const { rows } = await sql<{ file_id: number }>`
    insert into billing_files (month, format, statements, written_at, written_by)
    values (${file.month}::date, ${file.format}, ${closings.length}, ${file.writtenAt},
      ${file.writtenBy})
    returning file_id`.execute(trx);
  if (!rows[0]) throw new Error("a file has no id");
  const { file_id } = rows[0];
  await sql`
    insert into billed_closings (organization_id, contract_id, month, version, file_id)
    select c.organization_id, c.contract_id, ${file.month}::date, c.version, ${file_id}
    from unnest(${closings.map((row) => row.organization_id)}::bigint[],
      ${closings.map((row) => row.contract_id)}::bigint[],
      ${closings.map((row) => row.version)}::integer[])
      c (organization_id, contract_id, version)`.execute(trx);
  return file_id;
}
