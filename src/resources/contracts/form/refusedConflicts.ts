import { periodsOverlap } from "../../../../domain/contracts/rules.ts";
import type { PeriodConflict } from "../../../../domain/problems/problem.ts";
import type { CheckedValues } from "./contractCheck.ts";
import { validPeriod } from "./period.ts";

/** The overlapping contracts that the server named when it rejected a period. */
export interface RefusedPeriod {
  /** The organization of the rejected contract; undefined if it cannot change. */
  organizationId?: unknown;
  conflicts: PeriodConflict[];
}

/** The conflicts that still apply to the form's values. */
export function stillInTheWay(refused: RefusedPeriod | undefined, values: CheckedValues) {
  const period = validPeriod(values.startDate, values.endDate);
  if (!refused || !period) return [];
  const { organizationId = values.organizationId } = refused;
  if (organizationId !== values.organizationId) return [];
  return refused.conflicts.filter((conflict) => periodsOverlap(conflict, period));
}
