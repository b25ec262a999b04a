import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from "kysely";
import { EDITABLE_FIELDS } from "../../../../domain/contracts/fields.ts";
import type { PeriodConflict } from "../../../../domain/problems/problem.ts";
import { fieldColumns } from "../../../db/listPage.ts";
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

/** Locks a contract row. Its usage can still grow: see lockUsage. */
export async function lockContract(
  trx: Transaction<Tables>,
  contractId: number,
  purpose: "edit" | "delete" = "edit",
): Promise<ContractRow | undefined> {
  // Usage reports reference the contract; they wait for a deletion only, not for an edit.
  const strength = purpose === "edit" ? sql`no key update` : sql`update`;
  const query = sql<ContractRow>`
    select ${contractSelection} from contracts c ${contractJoins}
    where c.contract_id = ${contractId} for ${strength} of c`;
  const { rows } = await runPrepared(trx, query.compile(trx));
  return rows[0];
}

export async function lockUsage(
  trx: Transaction<Tables>,
  { organization_id, contract_id }: Pick<ContractRow, "organization_id" | "contract_id">,
): Promise<{ transcript_count: number; seconds: number }> {
  return trx
    .selectFrom("contract_usage")
    .select(["transcript_count", "seconds"])
    .where("organization_id", "=", organization_id)
    .where("contract_id", "=", contract_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function insertContract(
  trx: Transaction<Tables>,
  contract: Insertable<ContractsTable>,
): Promise<number> {
  const { contract_id } = await trx
    .insertInto("contracts")
    .values(contract)
    .returning("contract_id")
    .executeTakeFirstOrThrow();
  return contract_id;
}

export async function updateContract(
  trx: Transaction<Tables>,
  { organization_id, contract_id }: Pick<ContractRow, "organization_id" | "contract_id">,
  changes: Updateable<ContractsTable>,
): Promise<void> {
  await trx
    .updateTable("contracts")
    .set(changes)
    .where("organization_id", "=", organization_id)
    .where("contract_id", "=", contract_id)
    .execute();
}

/** What blocks the deletion of a contract beside its counters: rows of its ledger, a closed month. */
export async function findBlocking(
  trx: Transaction<Tables>,
  { organization_id, contract_id }: Pick<ContractRow, "organization_id" | "contract_id">,
): Promise<"LEDGER" | "CLOSINGS" | null> {
  const { rows } = await sql<{ blocking: "LEDGER" | "CLOSINGS" | null }>`
    select case
      when exists (select 1 from usage_daily
          where organization_id = ${organization_id} and contract_id = ${contract_id})
        or exists (select 1 from ledger
          where organization_id = ${organization_id} and contract_id = ${contract_id})
        then 'LEDGER'
      when exists (select 1 from closings
          where organization_id = ${organization_id} and contract_id = ${contract_id})
        then 'CLOSINGS' end as blocking`.execute(trx);
  return rows[0]?.blocking ?? null;
}

export async function deleteContract(
  trx: Transaction<Tables>,
  { organization_id, contract_id }: Pick<ContractRow, "organization_id" | "contract_id">,
): Promise<void> {
  await trx
    .deleteFrom("contracts")
    .where("organization_id", "=", organization_id)
    .where("contract_id", "=", contract_id)
    .execute();
}

/** Serializes changes of periods to avoid deadlocks; returns the organization's names, if any. */
export async function lockPeriods(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<{ organization_name: string; organization_name_kana: string | null } | undefined> {
  return trx
    .selectFrom("organizations")
    .select(["organization_name", "organization_name_kana"])
    .where("organization_id", "=", organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export interface PeriodOfOrganization {
  organizationId: number;
  startDate: string;
  endDate: string;
  excludeContractId?: number | undefined;
}

export async function findConflicts(
  db: Kysely<Tables>,
  { organizationId, startDate, endDate, excludeContractId = 0 }: PeriodOfOrganization,
): Promise<PeriodConflict[]> {
  const { rows } = await sql<PeriodConflict>`
    select contract_id as "contractId", start_date as "startDate", effective_end as "endDate"
    from contracts
    where organization_id = ${organizationId} and contract_id <> ${excludeContractId}
      and daterange(start_date, effective_end, '[]')
        && daterange(${startDate}::date, ${endDate}::date, '[]')
    order by start_date`.execute(db);
  return rows;
}

export async function findNeighbours(
  db: Kysely<Tables>,
  { organizationId, startDate, endDate, excludeContractId = 0 }: PeriodOfOrganization,
): Promise<{ lastBefore: string | null; firstAfter: string | null }> {
  const { rows } = await sql<{ lastBefore: string | null; firstAfter: string | null }>`
    select max(effective_end) filter (where effective_end < ${startDate}::date) as "lastBefore",
      min(start_date) filter (where start_date > ${endDate}::date) as "firstAfter"
    from contracts
    where organization_id = ${organizationId} and contract_id <> ${excludeContractId}`.execute(db);
  return rows[0] ?? { lastBefore: null, firstAfter: null };
}

export type LimitsRow = Pick<
  Selectable<Tables["contract_usage"]>,
  | "start_date"
  | "end_date"
  | "termination_date"
  | "max_transcript_count"
  | "max_transcript_minutes"
  | "transcript_count"
  | "seconds"
>;

const limitsOn = preparedStatement(
  (organizationIds: number[], day: string) => sql<LimitsRow & { organization_id: number }>`
    select distinct on (organization_id) organization_id, start_date, end_date, termination_date,
      max_transcript_count, max_transcript_minutes, transcript_count, seconds
    from contract_usage
    where organization_id = any(${organizationIds}::bigint[]) and effective_end >= ${day}::date
    order by organization_id, start_date`,
);

/** Per organization the dates, caps and use of the contract that covers a day, else of the next. */
export async function findLimits(
  db: Kysely<Tables>,
  organizationIds: number[],
  day: string,
): Promise<Map<number, LimitsRow>> {
  const rows = await limitsOn(db, organizationIds, day);
  return new Map(rows.map((row) => [row.organization_id, row]));
}
