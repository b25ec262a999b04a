import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { ContractKey } from "./ledgerRows.ts";

export interface LockedUse {
  organization_name: string;
  transcript_count: number;
  seconds: number;
  start_date: string;
  end_date: string;
  termination_date: string | null;
}

/** Keeps the contract from being deleted; its usage is locked afterwards (lockUse). */
export async function lockContractRow(
  trx: Transaction<Tables>,
  contractId: number,
): Promise<ContractKey | undefined> {
  return trx
    .selectFrom("contracts")
    .select(["organization_id", "contract_id"])
    .where("contract_id", "=", contractId)
    .forKeyShare()
    .executeTakeFirst();
}

/** The counters of a contract with its dates, locked until the commit. */
export async function lockUse(
  trx: Transaction<Tables>,
  { organization_id, contract_id }: ContractKey,
): Promise<LockedUse> {
  return trx
    .selectFrom("contract_usage as u")
    .innerJoin("organizations as o", "o.organization_id", "u.organization_id")
    .select(["u.transcript_count", "u.seconds", "u.start_date", "u.end_date"])
    .select(["u.termination_date", "o.organization_name"])
    .where("u.organization_id", "=", organization_id)
    .where("u.contract_id", "=", contract_id)
    .forNoKeyUpdate("u")
    .executeTakeFirstOrThrow();
}

interface NewAdjustment extends ContractKey {
  occurred_at: Date;
  usage_date: string;
  transcript_count: number;
  seconds: number;
  recorded_at: Date;
  reason: string;
  adjusted_by: string;
}

/** Adds an adjustment to the ledger, to the counters, to the sums of its day and to the usage trend. */
export async function insertAdjustment(
  trx: Transaction<Tables>,
  adjustment: NewAdjustment,
): Promise<{ ledger_id: number }> {
  const { organization_id, contract_id, usage_date, transcript_count, seconds } = adjustment;
  await trx
    .updateTable("contract_usage")
    .set((eb) => ({
      transcript_count: eb("transcript_count", "+", transcript_count),
      seconds: eb("seconds", "+", seconds),
    }))
    .where("organization_id", "=", organization_id)
    .where("contract_id", "=", contract_id)
    .execute();
  await sql`
    insert into usage_daily as d
      (organization_id, contract_id, usage_date, transcript_count, seconds, adjustment_rows)
    values (${organization_id}, ${contract_id}, ${usage_date}, ${transcript_count}, ${seconds}, 1)
    on conflict (organization_id, contract_id, usage_date, workspace_id) do update set
      transcript_count = d.transcript_count + excluded.transcript_count,
      seconds = d.seconds + excluded.seconds,
      adjustment_rows = d.adjustment_rows + 1`.execute(trx);
  const month = sql`date_trunc('month', ${usage_date}::date)::date`;
  await sql`
    insert into ledger_months as m (month, changes) values (${month}, 1)
    on conflict (month) do update set changes = m.changes + 1`.execute(trx);
  await trx.insertInto("usage_course").values({ usage_date, transcript_count, seconds }).execute();
  return trx
    .insertInto("ledger")
    .values(adjustment)
    .returning("ledger_id")
    .executeTakeFirstOrThrow();
}
