import { periodsOverlap } from "../../../../domain/contracts/rules.ts";
import type { Contract, ContractCheck } from "../../../../domain/contracts/schemas.ts";
import type { PeriodConflict } from "../../../../domain/problems/problem.ts";
import { email } from "../../../../domain/text/text.ts";
import { validPeriod } from "./period.ts";

/** The values of the form that are checked; invalid while a person types. */
interface CheckedValues {
  kind?: unknown;
  organizationId?: unknown;
  adminEmail?: unknown;
  startDate?: unknown;
  endDate?: unknown;
}

/**
 * The body of POST /contracts/check for the form's values; undefined if there is nothing to check.
 * `edited` is the contract being edited: its unchanged values are not checked.
 */
export function checkOf(
  values: CheckedValues,
  today: string,
  edited?: Contract,
): ContractCheck | undefined {
  const period = validPeriod(values.startDate, values.endDate);
  const adminEmail = email.safeParse(values.adminEmail).data;
  if (edited) return checkOfEdit(edited, period, adminEmail);
  if (values.kind === "new") {
    // A new organization has no other contracts, so any period will do to check the address.
    const anyPeriod = period ?? { startDate: today, endDate: today };
    return adminEmail ? { adminEmail, ...anyPeriod } : undefined;
  }
  const { organizationId } = values;
  if (typeof organizationId !== "number" || !period) return undefined;
  return { organizationId, ...(adminEmail ? { adminEmail } : {}), ...period };
}

function checkOfEdit(
  edited: Contract,
  period: ReturnType<typeof validPeriod>,
  adminEmail: string | undefined,
): ContractCheck | undefined {
  const { contractId, organizationId, startDate, endDate } = edited;
  const moved = period && (period.startDate !== startDate || period.endDate !== endDate);
  const renamed = adminEmail !== undefined && adminEmail !== edited.adminEmail;
  if (!moved && !renamed) return undefined;
  return {
    organizationId,
    excludeContractId: contractId,
    ...(renamed ? { adminEmail } : {}),
    ...(period ?? { startDate, endDate }),
  };
}

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
