import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../../domain/api/parameters.ts";
import type { ORGANIZATION_SORTS } from "../../../domain/organizations/schemas.ts";
import { searchKey } from "../../../domain/text/searchKey.ts";
import { contains, organizationNameColumns } from "../../db/listPage.ts";
import type { Tables } from "../../db/tables.ts";

/**
 * Over `users u`: who counts as one of the people of an organization
 * (docs/product/people.md#organizations). A withdrawn invitation has left a user who was disabled
 * before the first sign-in.
 */
export const isCounted = sql<SqlBool>`
  (u.enabled_status is distinct from 'INVITED' and u.erased_at is null)`;

export type OrganizationSort = (typeof ORGANIZATION_SORTS)[number];

export interface OrganizationRow {
  organization_id: number;
  organization_no: string;
  organization_name: string;
  organization_name_kana: string | null;
  allowed_addresses: string[];
  addresses_held_at: Date | null;
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

type CountsRow = Pick<OrganizationRow, "workspace_count" | "dictionary_count">;
type FoundRow = Omit<OrganizationRow, keyof CountsRow>;

/** The subqueries are by id, so the cost is that of the page, not of the tables. */
const columns = (today: string) => sql`
  o.organization_id, o.organization_no, o.organization_name, o.organization_name_kana,
  o.allowed_addresses, o.addresses_held_at, o.version, o.created_at, o.updated_at,
  c.contract_id, c.start_date, c.end_date, c.termination_date,
  (select min(n.start_date) from contracts n
    where n.organization_id = o.organization_id and n.start_date > ${today}::date) as next_start_date,
  (select count(*) from users u
    where u.organization_id = o.organization_id and ${isCounted}) as user_count`;

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

export interface OrganizationFilters {
  q?: string | undefined;
  gap?: "true" | undefined;
}

/**
 * Whose contracts have a gap that is not over, by their open alerts, which an index has by kind: the cost
 * is that of the gaps.
 */
export const gapsQuery = sql<{ organization_id: number }>`
  select a.organization_id from alerts a where a.kind = 'GAP' and a.resolved_at is null`;

async function findWithGap(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await gapsQuery.execute(db);
  return [...new Set(rows.map(({ organization_id }) => organization_id))];
}

interface Searched {
  q?: string | undefined;
  /** Those among which the list looks; all without it. */
  among?: readonly number[] | undefined;
}

/** A page of the organizations, in each row with the total; one row without an organization if none matches. */
export function organizationPageQuery(
  { page, size, sort }: ListQuery<OrganizationSort>,
  { q = "", among }: Searched,
  today: string,
): RawBuilder<Partial<FoundRow> & { total: number }> {
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const order = sql`order by sort_key ${direction}, organization_id ${direction}`;
  return sql`
    with matching as materialized (
      select o.organization_id, ${sortColumns[sort.field]} as sort_key
      from organizations o
      where ${contains("o.search_key", searchKey(q))} and ${oneOf(among)}
    ), listed as (
      select * from matching ${order} limit ${size} offset ${page * size}
    ), content as (
      select listed.sort_key, ${columns(today)}
      from listed join organizations o using (organization_id) ${currentContract(today)}
    )
    select content.*, counted.total
    from (select count(*) as total from matching) counted left join content on true
    ${order}`;
}

const oneOf = (among: Searched["among"]) =>
  among ? sql<SqlBool>`o.organization_id = any(${among}::bigint[])` : sql<SqlBool>`true`;

export async function findOrganizations(
  db: Kysely<Tables>,
  query: ListQuery<OrganizationSort>,
  filters: OrganizationFilters,
  today: string,
): Promise<{ rows: OrganizationRow[]; total: number }> {
  const { q, gap } = filters;
  const among = gap ? await findWithGap(db) : undefined;
  const { rows } = await organizationPageQuery(query, { q, among }, today).execute(db);
  const found = await withCounts(db, rows.filter(isOrganization));
  return { rows: found, total: rows[0]?.total ?? 0 };
}

function isOrganization<Row extends Partial<FoundRow>>(row: Row): row is Row & FoundRow {
  return row.organization_id != null;
}

/** Counts what may be on other nodes than the organizations, by a statement that names them. */
async function withCounts(
  db: Kysely<Tables>,
  found: readonly FoundRow[],
): Promise<OrganizationRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ organization_id }) => organization_id);
  const { rows } = await sql<CountsRow & { organization_id: number }>`
    select organization_id, sum(workspaces)::integer as workspace_count,
      sum(dictionaries)::integer as dictionary_count
    from (
      select organization_id, 1 as workspaces, 0 as dictionaries from workspaces
      where organization_id = any(${ids}::bigint[])
      union all
      select organization_id, 0, 1 from dictionaries
      where organization_id = any(${ids}::bigint[])
    ) counted group by organization_id`.execute(db);
  const counts = new Map(rows.map((row) => [row.organization_id, row]));
  return found.map((row) => {
    const { workspace_count = 0, dictionary_count = 0 } = counts.get(row.organization_id) ?? {};
    return { ...row, workspace_count, dictionary_count };
  });
}

export async function findOrganization(
  db: Kysely<Tables>,
  organizationId: number,
  today: string,
): Promise<OrganizationRow | undefined> {
  const { rows } = await sql<FoundRow>`
    select ${columns(today)} from organizations o ${currentContract(today)}
    where o.organization_id = ${organizationId}`.execute(db);
  const [row] = await withCounts(db, rows);
  return row;
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
      allowed_addresses: row.allowed_addresses,
      addresses_held_at: row.addresses_held_at,
      version: row.version,
      updated_at: row.updated_at,
    })
    .where("organization_id", "=", row.organization_id)
    .execute();
}

export async function findOrganizationNames(
  db: Kysely<Tables>,
  organizationIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ organization_id: number; organization_name: string }>`
    select organization_id, organization_name from organizations
    where organization_id = any(${organizationIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.organization_id, row.organization_name]));
}
