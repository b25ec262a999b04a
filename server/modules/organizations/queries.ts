import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../../domain/api/parameters.ts";
import type { ORGANIZATION_SORTS } from "../../../domain/organizations/schemas.ts";
import { searchKey } from "../../../domain/text/searchKey.ts";
import { organizationNameColumns } from "../../db/nameColumns.ts";
import { contains } from "../../db/search.ts";
import type { Tables } from "../../db/tables.ts";

export type OrganizationSort = (typeof ORGANIZATION_SORTS)[number];

export interface OrganizationRow {
  organization_id: number;
  organization_no: string;
  organization_name: string;
  organization_name_kana: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  contract_id: number | null;
  start_date: string | null;
  end_date: string | null;
  termination_date: string | null;
  next_start_date: string | null;
  user_count: number;
  workspace_count: number;
  dictionary_count: number;
}

/** The subqueries are by id, so the cost is that of the page, not of the tables. */
const columns = (today: string) => sql`
  o.organization_id, o.organization_no, o.organization_name, o.organization_name_kana,
  o.version, o.created_at, o.updated_at,
  c.contract_id, c.start_date, c.end_date, c.termination_date,
  (select min(n.start_date) from contracts n
    where n.organization_id = o.organization_id and n.start_date > ${today}::date) as next_start_date,
  (select count(*) from users u where u.organization_id = o.organization_id) as user_count,
  (select count(*) from workspaces w where w.organization_id = o.organization_id) as workspace_count,
  (select count(*) from dictionaries d where d.organization_id = o.organization_id) as dictionary_count`;

/** The exclusion constraint allows one contract at most; its index finds it. */
const currentContract = (today: string) => sql`
  left join contracts c on c.organization_id = o.organization_id
    and daterange(c.start_date, c.effective_end, '[]') @> ${today}::date`;

const sortColumns: Record<OrganizationSort, RawBuilder<unknown>> = {
  organizationId: sql`o.organization_id`,
  organizationNo: sql`o.organization_no`,
  organizationName: sql`o.order_key`,
  updatedAt: sql`o.updated_at`,
};

export async function findOrganizations(
  db: Kysely<Tables>,
  { page, size, sort }: ListQuery<OrganizationSort>,
  { q = "" }: { q?: string | undefined },
  today: string,
): Promise<{ rows: OrganizationRow[]; total: number }> {
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const order = sql`order by sort_key ${direction}, organization_id ${direction}`;
  const { rows } = await sql<Partial<OrganizationRow> & { total: number }>`
    with matching as materialized (
      select o.organization_id, ${sortColumns[sort.field]} as sort_key
      from organizations o where ${contains("o.search_key", searchKey(q))}
    ), listed as (
      select * from matching ${order} limit ${size} offset ${page * size}
    ), content as (
      select listed.sort_key, ${columns(today)}
      from listed join organizations o using (organization_id) ${currentContract(today)}
    )
    select content.*, counted.total
    from (select count(*) as total from matching) counted left join content on true
    ${order}`.execute(db);
  return { rows: rows.filter(isOrganization), total: rows[0]?.total ?? 0 };
}

function isOrganization<Row extends Partial<OrganizationRow>>(
  row: Row,
): row is Row & OrganizationRow {
  return row.organization_id != null;
}

export async function findOrganization(
  db: Kysely<Tables>,
  organizationId: number,
  today: string,
): Promise<OrganizationRow | undefined> {
  const { rows } = await sql<OrganizationRow>`
    select ${columns(today)} from organizations o ${currentContract(today)}
    where o.organization_id = ${organizationId}`.execute(db);
  return rows[0];
}

/** Call it before lockOrganization: changes of a contract lock the contract first. */
export async function lockContracts(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<void> {
  await trx
    .selectFrom("contracts")
    .select("contract_id")
    .where("organization_id", "=", organizationId)
    .orderBy("contract_id")
    .forNoKeyUpdate()
    .execute();
}

export async function lockOrganization(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<void> {
  await trx
    .selectFrom("organizations")
    .select("organization_id")
    .where("organization_id", "=", organizationId)
    .forNoKeyUpdate()
    .execute();
}

export async function updateOrganization(
  trx: Transaction<Tables>,
  row: OrganizationRow,
): Promise<void> {
  await trx
    .updateTable("organizations")
    .set({
      ...organizationNameColumns(row.organization_name, row.organization_name_kana),
      version: row.version,
      updated_at: row.updated_at,
    })
    .where("organization_id", "=", row.organization_id)
    .execute();
}
