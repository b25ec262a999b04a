import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { EDITABLE_FIELDS } from "../../../../domain/contracts/fields.ts";
import { fieldColumns } from "../../../db/fieldColumns.ts";
import { runPrepared } from "../../../db/prepared.ts";
import type { ContractsTable, Tables } from "../../../db/tables.ts";

/** The fields that the table of contracts holds. */
export const storedFields = fieldColumns([
  ...EDITABLE_FIELDS,
  "terminationDate",
  "terminationReason",
] as const);

type Stored = Pick<
  Selectable<ContractsTable>,
  | "organization_id"
  | "contract_id"
  | (typeof storedFields.columns)[number]
  | "version"
  | "created_at"
  | "updated_at"
>;

export interface ContractRow extends Stored {
  organization_name: string;
  organization_name_kana: string | null;
  organization_no: string;
  transcript_count: number;
  seconds: number;
}

export const contractColumns = sql`
  c.organization_id, c.contract_id, o.organization_name, o.organization_name_kana,
  o.organization_no, ${sql.join(storedFields.columns.map((column) => sql.ref(`c.${column}`)))},
  u.transcript_count, u.seconds, c.version, c.created_at, c.updated_at`;

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
