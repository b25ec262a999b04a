import { namesOfRecords } from "../bulkSentences.ts";
import { isErasedEmail } from "../erasing/erased.ts";
import { pick } from "../fields.ts";
import {
  addDays,
  addMonths,
  DATE_RANGE,
  daysBetween,
  formatDate,
  formatPeriod,
  monthsBetween,
} from "../text/dates.ts";
import { RENEWED_FIELDS } from "./fields.ts";
import { type ContractTerm, effectiveEnd, type Period, periodsOverlap } from "./rules.ts";
import type { Contract } from "./schemas.ts";

const renewalSentences = {
  terminated: (date: string) => `解約日（${formatDate(date)}）が登録されています。`,
  renewedAlready: (next: Period) => `次期契約（${formatPeriod(next)}）がすでに登録されています。`,
  overlaps: (next: Period, other: Period) =>
    `次期契約の期間（${formatPeriod(next)}）が登録済みの契約（${formatPeriod(other)}）と重複しています。`,
  over: (next: Period) => `次期契約の期間（${formatPeriod(next)}）がすでに終了しています。`,
  beyondDates: "次期契約の終了日が、登録できる日付の範囲を超えています。",
  emailTaken: "管理者メールアドレスが他の組織で使用されています。",
  adminErased: "管理者の個人データが消去されています。",
} as const;

export const manyContractSentences = {
  removed: "この契約は削除されています。",
  hasClosings: "締めた月があるため、削除できません。",
  hasUsage: "利用実績があるため、削除できません。",
  notRenewed: (names: readonly string[]) =>
    `次期契約を作成できない契約が含まれているため、何も作成していません（${namesOfRecords(names)}）。`,
  notDeleted: (names: readonly string[]) =>
    `削除できない契約が含まれているため、何も削除していません（${namesOfRecords(names)}）。`,
} as const;

/**
 * The period of the following contract: it starts the day after the effective end and is as long, in
 * months if the period is whole months, else in days (docs/product/contracts.md#periods).
 */
export function nextPeriod(term: ContractTerm): Period {
  const startDate = addDays(effectiveEnd(term), 1);
  const months = wholeMonths(term);
  const endDate =
    months === undefined
      ? addDays(startDate, daysBetween(term.startDate, term.endDate))
      : endOfMonths(startDate, months);
  return { startDate, endDate };
}

/** How many whole months a period is, counted from its first day; undefined if it is none. */
function wholeMonths({ startDate, endDate }: Period): number | undefined {
  const dayAfter = addDays(endDate, 1);
  const most = monthsBetween(startDate, dayAfter);
  // 2026-11-30 to 2027-02-27 is taken for three months as well: so count programs that clamp dates.
  const isWhole = (months: number) =>
    months > 0 &&
    (endOfMonths(startDate, months) === endDate || addMonths(startDate, months) === dayAfter);
  return [most, most - 1].find(isWhole);
}

/**
 * The last day of so many months: the day before the same day of the month, or the last day of a
 * month that lacks it (Civil Code of Japan, article 143).
 */
function endOfMonths(startDate: string, months: number): string {
  const same = addMonths(startDate, months);
  const isClamped = same.slice(-2) !== startDate.slice(-2);
  return isClamped ? same : addDays(same, -1);
}

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
