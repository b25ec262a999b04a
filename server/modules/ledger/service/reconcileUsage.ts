import { type Kysely, sql } from "kysely";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { resolveReconcileAlert } from "../../alerts/service/reconcileAlerts.ts";
import { requestAlerts } from "../../alerts/service/requestAlerts.ts";
import { publishContract } from "../../contracts/service/publishContract.ts";
import { holdContract, lockUse } from "../queries/adjustments.ts";
import {
  type DifferenceRow,
  differencesQuery,
  lastOfNext,
  writeSums,
} from "../queries/differences.ts";

const CONTRACTS_AT_ONCE = 500;

/** A contract whose counters or daily sums are not those of its ledger. */
export interface UsageDifference {
  organizationId: number;
  organizationNo: string;
  contractId: number;
  counted: Use;
  ledger: Use;
  /** How many sums of a day and workspace differ, and the first of these days. */
  differentDays: number;
  firstDay: string | null;
}

interface Use {
  transcriptCount: number;
  seconds: number;
}

/**
 * Compares counters and daily sums of every contract with its ledger, some contracts at a time, so
 * that memory and the length of a snapshot are bounded. Contracts may be written to meanwhile.
 */
export async function* findDifferences(
  db: Kysely<Tables>,
  contractsAtOnce = CONTRACTS_AT_ONCE,
): AsyncGenerator<UsageDifference> {
  let after = { organization_id: 0, contract_id: 0 };
  for (;;) {
    const last = await lastOfNext(db, after, contractsAtOnce);
    if (!last) return;
    const query = differencesQuery(after, last);
    const { rows } = await db.transaction().execute(async (trx) => {
      // The ledger of one contract may be long.
      await sql`set local statement_timeout = 0`.execute(trx);
      return query.execute(trx);
    });
    yield* rows.map(presentDifference);
    after = last;
  }
}

function presentDifference(row: DifferenceRow): UsageDifference {
  return {
    organizationId: row.organization_id,
    organizationNo: row.organization_no,
    contractId: row.contract_id,
    counted: { transcriptCount: row.transcript_count, seconds: row.seconds },
    ledger: { transcriptCount: row.ledger_transcript_count, seconds: row.ledger_seconds },
    differentDays: row.different_days,
    firstDay: row.first_day,
  };
}

/**
 * Writes counters and daily sums of a contract anew from its ledger, and resolves its RECONCILE
 * alert; reports to it wait.
 */
export async function repairUsage(
  { db, now }: Pick<Deps, "db" | "now">,
  { organizationId, contractId }: Pick<UsageDifference, "organizationId" | "contractId">,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const contract = await holdContract(trx, contractId);
    // Deleted meanwhile, which only a contract without use can be.
    if (!contract) return;
    await lockUse(trx, contract);
    await writeSums(trx, contract);
    await resolveReconcileAlert(trx, { organizationId, contractId }, now());
    await publishContract(trx, { organizationId, contractId }, "updated");
    await requestAlerts(trx, [organizationId]);
  });
}
