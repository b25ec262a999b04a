import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { conflict } from "../../../problem.ts";
import { findConflicts, type PeriodOfOrganization } from "../queries/periods.ts";

/**
 * Throws 409 PERIOD_OVERLAPS with the conflicting contracts. Call it while holding lockPeriods. The
 * constraint contracts_no_overlap holds the rule in any case (server/constraintProblems.ts).
 */
export async function refuseOverlap(
  trx: Transaction<Tables>,
  period: PeriodOfOrganization,
): Promise<void> {
  const conflicts = await findConflicts(trx, period);
  if (conflicts.length > 0) throw conflict("PERIOD_OVERLAPS", { extra: { conflicts } });
}
