import {
  contractStatus,
  effectiveEnd,
  periodsOverlap,
  usageState,
} from "../../domain/contractRules.ts";
import type { Contract } from "../../domain/contracts.ts";
import { tokyoDate } from "../../domain/dates.ts";
import type { PeriodConflict } from "../../domain/problem.ts";
import { fieldSentences } from "../../domain/sentences.ts";
import { type FieldErrors, MockProblem, notFound } from "../problem.ts";
import type { ContractRow, OrganizationRow } from "../tables.ts";
import type { World } from "../world.ts";

/** A contract as the API answers it. */
export function contractOf(world: World, row: ContractRow): Contract {
  const { organizationName, organizationNo } = organizationOf(world, row);
  const status = contractStatus(row, tokyoDate(world.now()));
  return { ...row, organizationName, organizationNo, status, usageState: usageState(row) };
}

export function organizationOf(
  { tables }: World,
  { organizationId }: { organizationId: number },
): OrganizationRow {
  const row = tables.organizations.find((each) => each.organizationId === organizationId);
  if (!row) throw notFound();
  return row;
}

/** A period of an organization; of a contract that is there already with its id. */
export interface OwnedPeriod {
  organizationId: number;
  startDate: string;
  endDate: string;
  contractId?: number | undefined;
}

/** The other contracts of the organization, with the days they are valid in, earliest first. */
export function neighbours({ tables }: World, period: OwnedPeriod): PeriodConflict[] {
  return tables.contracts
    .filter(
      ({ organizationId, contractId }) =>
        organizationId === period.organizationId && contractId !== period.contractId,
    )
    .map((row) => ({
      contractId: row.contractId,
      startDate: row.startDate,
      endDate: effectiveEnd(row),
    }))
    .toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
}

/** The contracts in the way of a period. */
export function conflictsOf(world: World, period: OwnedPeriod): PeriodConflict[] {
  return neighbours(world, period).filter((other) => periodsOverlap(other, period));
}

/** Throws 409 that names the contracts in the way. */
export function refuseOverlap(world: World, period: OwnedPeriod): void {
  const conflicts = conflictsOf(world, period);
  if (conflicts.length > 0) {
    throw new MockProblem(409, "PERIOD_OVERLAPS", { extra: { conflicts } });
  }
}

/** Whether an address is a user's; in an organization its own users' addresses are fine. */
export function isTaken({ tables }: World, address: string, organizationId?: number): boolean {
  const owner = tables.users.find(({ email }) => email === address);
  return owner !== undefined && owner.organizationId !== organizationId;
}

export function emailFault(world: World, address: string, organizationId: number): FieldErrors {
  return isTaken(world, address, organizationId) ? { adminEmail: fieldSentences.emailOfOther } : {};
}
