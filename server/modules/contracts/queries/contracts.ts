import { type Kysely, type RawBuilder, sql } from "kysely";
import { runPrepared } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";

export interface ContractRow {
  organization_id: number;
  contract_id: number;
  organization_name: string;
  organization_name_kana: string | null;
  organization_no: string;
  admin_email: string;
  admin_name: string;
  admin_name_kana: string | null;
  start_date: string;
  end_date: string;
  max_transcript_count: number | null;
  max_transcript_minutes: number | null;
  transcript_count: number;
  seconds: number;
  termination_date: string | null;
  termination_reason: string | null;
  memo: string;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export const contractColumns = sql`
  c.organization_id, c.contract_id, o.organization_name, o.organization_name_kana,
  o.organization_no, c.admin_email, c.admin_name, c.admin_name_kana, c.start_date, c.end_date, c.max_transcript_count, c.max_transcript_minutes,
  u.transcript_count, u.seconds,
  c.termination_date, c.termination_reason, c.memo, c.version, c.created_at, c.updated_at`;

/** Outer joins on primary keys, which PostgreSQL removes when no column of them is used. */
export const contractJoins = sql`
  left join organizations o on o.organization_id = c.organization_id
  left join contract_usage u
    on u.organization_id = c.organization_id and u.contract_id = c.contract_id`;

export type Scope = "all" | { organizationId: number };

export async function findContract(
  db: Kysely<Tables>,
  contractId: number,
  scope: Scope = "all",
): Promise<ContractRow | undefined> {
  const [row] = await contractsWhere(
    db,
    sql`c.contract_id = ${contractId}
      ${scope === "all" ? sql`` : sql`and c.organization_id = ${scope.organizationId}`}`,
  );
  return row;
}

/** The contracts with these ids, of any organization. */
export async function findContracts(
  db: Kysely<Tables>,
  contractIds: number[],
): Promise<Map<number, ContractRow>> {
  const rows = await contractsWhere(db, sql`c.contract_id = any(${contractIds}::bigint[])`);
  return new Map(rows.map((row) => [row.contract_id, row]));
}

async function contractsWhere(
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
): Promise<ContractRow[]> {
  const query = sql<ContractRow>`
    select ${contractColumns} from contracts c ${contractJoins} where ${condition}`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}

/** The owner of an address: an organization, null for a system admin, undefined if it is free. */
export async function findOwnerOfEmail(
  db: Kysely<Tables>,
  email: string,
): Promise<number | null | undefined> {
  const row = await db
    .selectFrom("users")
    .select("organization_id")
    .where("email", "=", email)
    .executeTakeFirst();
  return row?.organization_id;
}
