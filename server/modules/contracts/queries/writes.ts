import { type Insertable, sql, type Transaction, type Updateable } from "kysely";
import { runPrepared } from "../../../db/prepared.ts";
import type { ContractsTable, Tables } from "../../../db/tables.ts";
import { type ContractRow, contractJoins, contractSelection } from "./contracts.ts";

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
