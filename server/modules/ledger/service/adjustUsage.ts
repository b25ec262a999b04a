import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Adjustment, LedgerEntry } from "../../../../domain/usage/ledger.ts";
import {
  adjustmentDay,
  adjustmentErrors,
  adjustmentInstant,
} from "../../../../domain/usage/ledgerRules.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Transact } from "../../../db/transact.ts";
import { notFound, validationFailed } from "../../../problem.ts";
import { publishContract } from "../../contracts/service/changeContract.ts";
import { lockAsWriter } from "../../usage/queries/usageEvents.ts";
import { insertAdjustment, lockContractRow, lockUse } from "../queries/ledgerRows.ts";
import { presentLedgerEntry } from "./readLedger.ts";

/**
 * Corrects what a contract has used (docs/product/usage.md#adjustments), and returns the row of the
 * ledger. It counts for today in Tokyo, moved into the contract's period up to its effective end,
 * so that sums by day and month lie in the period; `occurredAt` lies on that day, `recordedAt` is
 * now. Throws 404, and 422 with an error per figure if both are zero or a counter would leave its
 * range.
 */
export function adjustUsage(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  user: Pick<SignedIn, "userId" | "userName">,
  contractId: number,
  { transcriptCount, seconds, reason }: Adjustment,
): Promise<LedgerEntry> {
  return transact(async (trx) => {
    const contract = await lockContractRow(trx, contractId);
    if (!contract) throw notFound();
    const used = await lockUse(trx, contract);
    const errors = adjustmentErrors(
      { transcriptCount: used.transcript_count, seconds: used.seconds },
      { transcriptCount, seconds },
    );
    if (Object.keys(errors).length > 0) throw validationFailed(errors);

    const at = now();
    const term = {
      startDate: used.start_date,
      endDate: used.end_date,
      terminationDate: used.termination_date,
    };
    const usageDate = adjustmentDay(term, tokyoDate(at));
    const row = {
      ...contract,
      occurred_at: adjustmentInstant(usageDate, at),
      usage_date: usageDate,
      transcript_count: transcriptCount,
      seconds,
      recorded_at: at,
      reason,
      adjusted_by: user.userId,
    };
    await lockAsWriter(trx);
    const { ledger_id } = await insertAdjustment(trx, row);
    const adjusted = {
      organizationId: contract.organization_id,
      contractId,
      organizationName: used.organization_name,
    };
    const counts = { transcriptCount, seconds };
    await publishContract(trx, adjusted, { counts, reason, isAction: true });
    return presentLedgerEntry({
      ...row,
      ledger_id,
      event_id: null,
      workspace_id: null,
      workspace_name: null,
      adjusted_by_name: user.userName,
    });
  });
}
