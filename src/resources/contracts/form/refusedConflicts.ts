import { periodsOverlap } from "../../../../domain/contractRules.ts";
import type { PeriodConflict } from "../../../../domain/problem.ts";
import type { CheckedValues } from "./contractCheck.ts";
import { validPeriod } from "./period.ts";

/** The contracts that the server named when it refused a period of an organization. */
export interface RefusedPeriod {
  /** Whose contract was refused; left out where it cannot change. */
  organizationId?: unknown;
  conflicts: PeriodConflict[];
}

/** Those that are still in the way of what stands in the form. */
export function stillInTheWay(refused: RefusedPeriod | undefined, values: CheckedValues) {
  const period = validPeriod(values.startDate, values.endDate);
  if (!refused || !period) return [];
  const { organizationId = values.organizationId } = refused;
  if (organizationId !== values.organizationId) return [];
  return refused.conflicts.filter((conflict) => periodsOverlap(conflict, period));
}
