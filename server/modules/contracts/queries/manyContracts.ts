import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

interface OrganizationRow {
  organization_id: number;
  organization_no: string;
  organization_name: string;
}

export async function findOrganizations(
  db: Kysely<Tables>,
  numbers: readonly string[],
): Promise<OrganizationRow[]> {
  const { rows } = await sql<OrganizationRow>`
    select o.organization_id, o.organization_no, o.organization_name from organizations o
    where o.organization_no = any(${numbers}::text[])`.execute(db);
  return rows;
}

export interface PeriodRow {
  organizationId: number;
  contractId: number;
  startDate: string;
  endDate: string;
}

export async function findPeriods(
  db: Kysely<Tables>,
  organizationIds: readonly number[],
): Promise<ReadonlyMap<number, PeriodRow[]>> {
  const { rows } = await sql<PeriodRow>`
    select c.organization_id as "organizationId", c.contract_id as "contractId",
      c.start_date as "startDate", c.effective_end as "endDate"
    from contracts c where c.organization_id = any(${organizationIds}::bigint[])`.execute(db);
  const periods = new Map(organizationIds.map((id): [number, PeriodRow[]] => [id, []]));
  for (const row of rows) periods.get(row.organizationId)?.push(row);
  return periods;
}

/** Whose the addresses are; free ones are missing. */
export async function findOwners(
  db: Kysely<Tables>,
  emails: readonly string[],
): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ email: string; organization_id: number | null }>`
    select u.email, u.organization_id from users u where u.email = any(${emails}::text[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.email, row.organization_id]));
}

/**
 * Locks contracts, their use and organizations in the order of every writer: contracts, use,
 * organizations, each by their ids. Contracts can still be used, unless some are to be deleted; a
 * renewal leaves their use alone.
 */
export async function lockContracts(
  trx: Transaction<Tables>,
  contractIds: readonly number[],
  organizationIds: readonly number[],
  purpose: "edit" | "renew" | "delete",
): Promise<void> {
  const strength = purpose === "delete" ? sql`update` : sql`no key update`;
  await sql`
    select 1 from contracts c where c.contract_id = any(${contractIds}::bigint[])
    order by c.organization_id, c.contract_id for ${strength}`.execute(trx);
  if (purpose !== "renew") {
    await sql`
      select 1 from contract_usage u where u.organization_id = any(${organizationIds}::bigint[])
        and u.contract_id = any(${contractIds}::bigint[])
      order by u.organization_id, u.contract_id for no key update`.execute(trx);
  }
  await sql`
    select 1 from organizations o where o.organization_id = any(${organizationIds}::bigint[])
    order by o.organization_id for no key update`.execute(trx);
}

export async function isUsedAfter(
  trx: Transaction<Tables>,
  { organizationId, contractId }: { organizationId: number; contractId: number },
  day: string,
): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from usage_daily d
      where d.organization_id = ${organizationId} and d.contract_id = ${contractId}
        and d.usage_date > ${day}::date) as used`.execute(trx);
  return rows[0]?.used ?? false;
}
