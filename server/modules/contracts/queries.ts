import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from "kysely";
import type { PeriodConflict } from "../../../domain/problem.ts";
import { runPrepared } from "../../db/prepared.ts";
import type { ContractsTable, Tables } from "../../db/tables.ts";

/** A contract with its organization and what it has used. */
export interface ContractRow {
  organization_id: number;
  contract_id: number;
  organization_name: string;
  organization_no: string;
  admin_email: string;
  admin_name: string;
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

/** The columns of a ContractRow over `contracts c`, `organizations o` and `contract_usage u`. */
export const contractColumns = sql`
  c.organization_id, c.contract_id, o.organization_name, o.organization_no, c.admin_email,
  c.admin_name, c.start_date, c.end_date, c.max_transcript_count, c.max_transcript_minutes,
  coalesce(u.transcript_count, 0) as transcript_count, coalesce(u.seconds, 0) as seconds,
  c.termination_date, c.termination_reason, c.memo, c.version, c.created_at, c.updated_at`;

/** Outer joins on primary keys: PostgreSQL drops those whose columns nobody asks for. */
export const besideContract = sql`
  left join organizations o on o.organization_id = c.organization_id
  left join contract_usage u
    on u.organization_id = c.organization_id and u.contract_id = c.contract_id`;

/** Whose contract it has to be: anyone's, or one organization's. */
export type Scope = "all" | { organizationId: number };

export async function findContract(
  db: Kysely<Tables>,
  contractId: number,
  scope: Scope = "all",
): Promise<ContractRow | undefined> {
  const query = sql<ContractRow>`
    select ${contractColumns} from contracts c ${besideContract}
    where c.contract_id = ${contractId}
      ${scope === "all" ? sql`` : sql`and c.organization_id = ${scope.organizationId}`}`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows[0];
}

/** The contract that covers a day; an organization has one at most. */
export async function findContractOn(
  db: Kysely<Tables>,
  organizationId: number,
  day: string,
): Promise<ContractRow | undefined> {
  const { rows } = await sql<ContractRow>`
    select ${contractColumns} from contracts c ${besideContract}
    where c.organization_id = ${organizationId}
      and c.start_date <= ${day}::date and c.effective_end >= ${day}::date`.execute(db);
  return rows[0];
}

/**
 * The contract as it stands, kept from other writers until the end of the transaction. What it
 * has used goes on changing: see lockUsage.
 */
export async function lockContract(
  trx: Transaction<Tables>,
  contractId: number,
  purpose: "edit" | "delete" = "edit",
): Promise<ContractRow | undefined> {
  // Reporting use refers to the contract: it need not wait for an edit, only for a deletion.
  const strength = purpose === "edit" ? sql`no key update` : sql`update`;
  const query = sql<ContractRow>`
    select ${contractColumns} from contracts c ${besideContract}
    where c.contract_id = ${contractId} for ${strength} of c`;
  const { rows } = await runPrepared(trx, query.compile(trx));
  return rows[0];
}

/**
 * Lets one writer at a time change the periods of an organization, and gives the organization's
 * name, undefined if there is none. The constraint contracts_no_overlap would hold without it,
 * but two writers that overlap would wait for each other and end in a deadlock.
 */
export async function lockPeriods(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom("organizations")
    .select("organization_name")
    .where("organization_id", "=", organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.organization_name;
}

/** What a contract has used, kept from changing until the end of the transaction. */
export async function lockUsage(
  trx: Transaction<Tables>,
  { organization_id, contract_id }: Pick<ContractRow, "organization_id" | "contract_id">,
): Promise<{ transcript_count: number; seconds: number }> {
  return trx
    .insertInto("contract_usage")
    .values({ organization_id, contract_id })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "contract_id"])
        .doUpdateSet((eb) => ({ seconds: eb.ref("contract_usage.seconds") })),
    )
    .returning(["transcript_count", "seconds"])
    .executeTakeFirstOrThrow();
}

export async function insertContract(
  trx: Transaction<Tables>,
  contract: Insertable<ContractsTable>,
): Promise<number> {
  const { organization_id, contract_id } = await trx
    .insertInto("contracts")
    .values(contract)
    .returning(["organization_id", "contract_id"])
    .executeTakeFirstOrThrow();
  await trx.insertInto("contract_usage").values({ organization_id, contract_id }).execute();
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

/** Whether the ledger holds anything for a contract, even if it was adjusted to zero since. */
export async function hasLedger(
  trx: Transaction<Tables>,
  { organization_id, contract_id }: Pick<ContractRow, "organization_id" | "contract_id">,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from usage_daily
        where organization_id = ${organization_id} and contract_id = ${contract_id})
      or exists (select 1 from usage_events
        where organization_id = ${organization_id} and contract_id = ${contract_id}) as found`.execute(
    trx,
  );
  return rows[0]?.found ?? false;
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

export interface PeriodOfOrganization {
  organizationId: number;
  startDate: string;
  /** The effective end, inclusive. */
  endDate: string;
  excludeContractId?: number | undefined;
}

/** The contracts of an organization that share a day with a period, with their effective ends. */
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

/** The last day before a period, and the first after it, that contracts of the organization cover. */
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

/** Whose an e-mail address is: an organization's id, null for a system admin, undefined if nobody's. */
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
