import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { EDITABLE_FIELDS } from "../../../../domain/contracts/fields.ts";
import { fieldColumns } from "../../../db/fieldColumns.ts";
import { preparedStatement, runPrepared } from "../../../db/prepared.ts";
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

export const contractSelection = sql`
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
  const query = contractsWhere(
    sql`c.contract_id = ${contractId}
      ${scope === "all" ? sql`` : sql`and c.organization_id = ${scope.organizationId}`}`,
  );
  const { rows } = await runPrepared(db, query.compile(db));
  return rows[0];
}

/** With the limit one plan serves all: without, PostgreSQL expects ten ids and plans each time. */
const contractsOfIds = preparedStatement(
  (ids: number[], most: number) =>
    sql<ContractRow>`${contractsWhere(sql`c.contract_id = any(${ids}::bigint[])`)} limit ${most}`,
);

/** The contracts with these ids, of any organization. */
export async function findContracts(
  db: Kysely<Tables>,
  contractIds: number[],
): Promise<Map<number, ContractRow>> {
  const rows = await contractsOfIds(db, contractIds, contractIds.length);
  return new Map(rows.map((row) => [row.contract_id, row]));
}

function contractsWhere(condition: RawBuilder<unknown>): RawBuilder<ContractRow> {
  return sql`select ${contractSelection} from contracts c ${contractJoins} where ${condition}`;
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
