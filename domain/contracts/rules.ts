import { daysBetween } from "../text/dates.ts";
import {
  contractFields,
  EDITABLE_FIELDS,
  type EditableField,
  type EnteredField,
} from "./fields.ts";

/** Derived, never stored (docs/product/contracts.md#status). The first match in this order wins. */
export const CONTRACT_STATUSES = [
  "TERMINATED",
  "EXPIRED",
  "UPCOMING",
  "EXPIRING",
  "ACTIVE",
] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/**
 * How close a contract is to its caps (docs/product/contracts.md#usage-state), from best to worst.
 */
export const USAGE_STATES = ["NORMAL", "WARNING", "REACHED", "EXCEEDED"] as const;
export type UsageState = (typeof USAGE_STATES)[number];

export const CONTRACT_SORTS = [
  "contractId",
  "organizationNo",
  "organizationName",
  "startDate",
  "endDate",
  "updatedAt",
  "usage",
] as const;
export type ContractSort = (typeof CONTRACT_SORTS)[number];

export const EXPIRING_DAYS = 30;
/** The used share of a cap from which it is close. */
export const WARNING_SHARE = 0.8;

/** The dates that decide the status of a contract: inclusive calendar dates, YYYY-MM-DD. */
export interface ContractTerm {
  startDate: string;
  endDate: string;
  terminationDate: string | null;
}

/**
 * What a contract has used and may use. A cap of null is unlimited. Seconds decide about the cap of
 * minutes; minutes are what is shown (docs/product/usage.md#minutes).
 */
export interface ContractUse {
  usedTranscriptCount: number;
  usedTranscriptSeconds: number;
  maxTranscriptCount: number | null;
  maxTranscriptMinutes: number | null;
}

/** The last valid day of a contract: the earlier of its end and its termination. */
export function effectiveEnd({
  endDate,
  terminationDate,
}: Omit<ContractTerm, "startDate">): string {
  return terminationDate !== null && terminationDate < endDate ? terminationDate : endDate;
}

/**
 * The status of a contract on `today`, a date in Asia/Tokyo. A list filters by the same rule in SQL
 * (`server/modules/contracts/queries/contractFilters.ts`); a test compares the two.
 */
export function contractStatus(term: ContractTerm, today: string): ContractStatus {
  if (term.terminationDate !== null && today > term.terminationDate) return "TERMINATED";
  if (today > term.endDate) return "EXPIRED";
  if (today < term.startDate) return "UPCOMING";
  return daysBetween(today, effectiveEnd(term)) <= EXPIRING_DAYS ? "EXPIRING" : "ACTIVE";
}

/** The usage state: the worse one of the two caps, without unlimited ones. */
export function usageState(use: ContractUse): UsageState {
  const share = usageShare(use);
  if (share > 1) return "EXCEEDED";
  if (share === 1) return "REACHED";
  return share >= WARNING_SHARE ? "WARNING" : "NORMAL";
}

/** The larger used share of the two caps, 1 for a full cap; lists sort by it. */
export function usageShare(use: ContractUse): number {
  const { count, time } = capShares(use);
  return Math.max(count, time);
}

/** The used shares of the two caps: 0 for no use or an unlimited cap, 1 for a full cap. */
export function capShares(use: ContractUse): { count: number; time: number } {
  return {
    count: shareOf(use.usedTranscriptCount, use.maxTranscriptCount),
    time: shareOf(use.usedTranscriptSeconds, capSeconds(use.maxTranscriptMinutes)),
  };
}

function shareOf(used: number, max: number | null): number {
  return max === null ? 0 : used / max;
}

/** A cap of minutes in seconds, which are what is compared with it. */
export function capSeconds(maxMinutes: number | null): number | null {
  return maxMinutes === null ? null : maxMinutes * 60;
}

/** Seconds as minutes, the sum rounded up (docs/product/usage.md#minutes). */
export function minutesUsed(seconds: number): number {
  // Adjustments can make the sum of a day negative; -0 would be another number than 0.
  return Math.ceil(seconds / 60) + 0;
}

/** What is left of the cap of minutes, rounded down: negative beyond it, null if it is unlimited. */
export function minutesLeft(
  use: Pick<ContractUse, "usedTranscriptSeconds" | "maxTranscriptMinutes">,
): number | null {
  const { usedTranscriptSeconds, maxTranscriptMinutes } = use;
  return maxTranscriptMinutes === null
    ? null
    : maxTranscriptMinutes - minutesUsed(usedTranscriptSeconds);
}

/** What has happened in a status to fields that are editable until then. */
const happened: Record<ContractStatus, (used: boolean) => readonly string[]> = {
  UPCOMING: () => [],
  ACTIVE: (used) => (used ? ["USED"] : []),
  EXPIRING: (used) => (used ? ["USED"] : []),
  EXPIRED: () => ["USED", "EXPIRED"],
  TERMINATED: () => ["USED", "EXPIRED", "TERMINATED"],
};

/**
 * The editable fields in a status; `used` says whether there is usage
 * (docs/product/contracts.md#edits).
 */
export function editableFields(status: ContractStatus, used: boolean): ReadonlySet<EditableField> {
  const ends = happened[status](used);
  return new Set(
    EDITABLE_FIELDS.filter((field) => !ends.includes(contractFields[field].editableUntil)),
  );
}

/** Why a field is read-only: a key of `fieldSentences`. */
type EditError =
  | "organizationNameFixed"
  | "startFixedOnceUsed"
  | "fixedOnceExpired"
  | "fixedOnceTerminated";

const errorIn: Record<ContractStatus, EditError> = {
  UPCOMING: "startFixedOnceUsed",
  ACTIVE: "startFixedOnceUsed",
  EXPIRING: "startFixedOnceUsed",
  EXPIRED: "fixedOnceExpired",
  TERMINATED: "fixedOnceTerminated",
};

/** Why a field is read-only in a status; undefined if it is editable. */
export function editError(
  field: EnteredField,
  status: ContractStatus,
  used: boolean,
): EditError | undefined {
  if (field === "organizationName" || field === "organizationNameKana")
    return "organizationNameFixed";
  return editableFields(status, used).has(field) ? undefined : errorIn[status];
}

/** Whether there is usage, which forbids deletion and another start. */
export function hasUsage(use: {
  usedTranscriptCount: number;
  usedTranscriptMinutes: number;
}): boolean {
  return use.usedTranscriptCount > 0 || use.usedTranscriptMinutes > 0;
}

/** Whether a contract can be terminated: it is neither over nor terminated. */
export function isTerminable(term: ContractTerm, today: string): boolean {
  return term.terminationDate === null && today <= term.endDate;
}

/**
 * Whether two periods share a day. Both ends are inclusive; adjacent periods do not overlap. Forms
 * compare with the conflicts that they know; the server asks the database
 * (server/modules/contracts/queries/contracts.ts).
 */
export function periodsOverlap(a: Period, b: Period): boolean {
  return a.startDate <= b.endDate && b.startDate <= a.endDate;
}

export interface Period {
  startDate: string;
  endDate: string;
}

/** The statuses of a contract that covers today. */
export const RUNNING_STATUSES = ["ACTIVE", "EXPIRING"] as const satisfies readonly ContractStatus[];

export function isRunning({ status }: { status: ContractStatus }): boolean {
  return RUNNING_STATUSES.some((running) => running === status);
}

/** Whether a day (YYYY-MM-DD) lies in the period, its ends included. */
export function isWithin({ startDate, endDate }: Period, day: string): boolean {
  return startDate <= day && day <= endDate;
}

/** `day`, or the nearer end of the period if it lies outside. */
export function dayWithin({ startDate, endDate }: Period, day: string): string {
  if (day < startDate) return startDate;
  return day > endDate ? endDate : day;
}

/** What is left of a contract, for the staff area (docs/product/usage.md#limits). */
export interface ContractLimits {
  remainingCount: number;
  remainingMinutes: number;
  unlimitedCount: boolean;
  unlimitedMinutes: boolean;
  contract: LimitedContract | null;
}

/** The contract that covers today, else the next one; `endDate` is the last valid day. */
interface LimitedContract {
  status: ContractStatus;
  startDate: string;
  endDate: string;
  /** Only where asked for. */
  caps?: LimitedCaps | undefined;
  /** What is left of the time in seconds, with the caps; 0 without a cap of it. */
  remainingSeconds?: number | undefined;
}

interface LimitedCaps {
  maxTranscriptCount: number | null;
  maxTranscriptMinutes: number | null;
}

/**
 * The limits of a contract. Without one, and with one that has not begun, nothing is left: zeros
 * and false.
 */
export function contractLimits(
  contract: (ContractUse & ContractTerm & { status: ContractStatus }) | undefined,
  { withCaps = false } = {},
): ContractLimits {
  if (!contract) return { ...NOTHING_LEFT, contract: null };
  const { status, startDate, usedTranscriptCount, usedTranscriptSeconds } = contract;
  const isUpcoming = status === "UPCOMING";
  const maxSeconds = isUpcoming ? 0 : capSeconds(contract.maxTranscriptMinutes);
  const remainingSeconds = remaining(usedTranscriptSeconds, maxSeconds);
  const limited = {
    status,
    startDate,
    endDate: effectiveEnd(contract),
    ...(withCaps ? { caps: pickCaps(contract), remainingSeconds } : {}),
  };
  if (isUpcoming) return { ...NOTHING_LEFT, contract: limited };
  return {
    remainingCount: remaining(usedTranscriptCount, contract.maxTranscriptCount),
    remainingMinutes: Math.floor(remainingSeconds / 60),
    unlimitedCount: contract.maxTranscriptCount === null,
    unlimitedMinutes: contract.maxTranscriptMinutes === null,
    contract: limited,
  };
}

function pickCaps({ maxTranscriptCount, maxTranscriptMinutes }: LimitedCaps): LimitedCaps {
  return { maxTranscriptCount, maxTranscriptMinutes };
}

const NOTHING_LEFT = {
  remainingCount: 0,
  remainingMinutes: 0,
  unlimitedCount: false,
  unlimitedMinutes: false,
};

function remaining(used: number, max: number | null): number {
  return max === null ? 0 : Math.max(0, max - used);
}
