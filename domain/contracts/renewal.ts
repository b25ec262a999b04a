import { isErasedEmail } from "../erasing/erased.ts";
import { pick } from "../fields.ts";
import { DATE_RANGE } from "../text/dates.ts";
import { renewalSentences } from "./bulkSentences.ts";
import { RENEWED_FIELDS } from "./fields.ts";
import { nextPeriod } from "./nextPeriod.ts";
import { type ContractTerm, type Period, periodsOverlap } from "./rules.ts";
import type { Contract } from "./schemas.ts";

type RenewedTerms = Pick<
  Contract,
  "organizationId" | "organizationName" | (typeof RENEWED_FIELDS)[number]
>;

/** What the contract that follows another one has of it, beside its period (`nextPeriod`). */
export function renewedTerms(contract: RenewedTerms): RenewedTerms {
  return pick(contract, ["organizationId", "organizationName", ...RENEWED_FIELDS]);
}

/** What decides whether a contract is renewed together with others. */
interface RenewalFacts {
  /** A date in Asia/Tokyo. */
  today: string;
  /** The valid days of all contracts of the organization. */
  periods: readonly Period[];
  /** Whether the address of the admin belongs to a system admin or to another organization. */
  isEmailTaken: boolean;
}

/**
 * Why a contract cannot be renewed together with others, as a sentence; null if it can
 * (docs/product/contracts.md#many-at-once).
 */
export function renewalRefusal(
  contract: ContractTerm & Pick<Contract, "adminEmail">,
  { today, periods, isEmailTaken }: RenewalFacts,
): string | null {
  const terminated = terminatedRefusal(contract);
  if (terminated !== null) return terminated;
  const next = nextPeriod(contract);
  if (next.endDate > DATE_RANGE.max) return renewalSentences.beyondDates;
  const other = periods.find((period) => periodsOverlap(period, next));
  if (other) {
    return other.startDate === next.startDate
      ? renewalSentences.renewedAlready(other)
      : renewalSentences.overlaps(next, other);
  }
  if (next.endDate < today) return renewalSentences.over(next);
  if (isErasedEmail(contract.adminEmail)) return renewalSentences.adminErased;
  return isEmailTaken ? renewalSentences.emailTaken : null;
}

/** The refusal that a contract alone tells. */
export function terminatedRefusal({ terminationDate }: ContractTerm): string | null {
  return terminationDate === null ? null : renewalSentences.terminated(terminationDate);
}
