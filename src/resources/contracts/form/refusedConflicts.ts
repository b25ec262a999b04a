import { HttpError } from "ra-core";
import { periodsOverlap } from "../../../../domain/contractRules.ts";
import type { PeriodConflict } from "../../../../domain/problem.ts";
import type { CheckedValues } from "./contractCheck.ts";
import { validPeriod } from "./period.ts";

/** The contracts that the server named when it refused a period (409). */
export interface Refused {
  organizationId: unknown;
  conflicts: PeriodConflict[];
}

/** What a refusal names; `organizationId` is whose contract was refused. */
export function refusedBy(error: Error, organizationId: unknown): Refused | undefined {
  const conflicts: unknown = error instanceof HttpError ? error.body?.conflicts : undefined;
  return Array.isArray(conflicts) ? { organizationId, conflicts } : undefined;
}

/** Those that are still in the way of what stands in the form. */
export function stillInTheWay(refused: Refused | undefined, values: CheckedValues) {
  const period = validPeriod(values.startDate, values.endDate);
  if (!refused || !period || refused.organizationId !== values.organizationId) return [];
  return refused.conflicts.filter((conflict) => periodsOverlap(conflict, period));
}
