import { subDays } from "date-fns";
import { capSeconds, type UsageState, usageState } from "../contracts/rules.ts";
import { grouped } from "../grouped.ts";
import { tokyoDate } from "../text/dates.ts";

/**
 * What became of a reported event (docs/product/usage.md#reporting-events). Everything but a
 * conflict may be sent again.
 */
export const USAGE_RESULTS = [
  "recorded",
  "duplicate",
  "quota_exceeded",
  "no_contract",
  "conflict",
  "rejected",
] as const;

/**
 * Why an event is rejected: longer than a transcript may be, too far ahead, too long ago, a workspace
 * that is not the organization's, or a revision that its vocabulary never had.
 */
export const REJECTIONS = ["SECONDS", "FUTURE", "PAST", "WORKSPACE", "VOCABULARY"] as const;

/**
 * How long after its time an event can be reported, in days. So long its id is recognised; what comes
 * later is an adjustment.
 */
export const REPORTED_DAYS = 90;

/** How long the rows of the ledger are kept; sums per day stay (docs/operations/data.md). */
export const LEDGER_YEARS = 7;

/** The longest transcript. What is longer was measured in another unit. */
const MAX_TRANSCRIPT_SECONDS = 24 * 60 * 60;

/** Events of one report. */
export const MAX_USAGE_EVENTS = 500;

/** Words that an event may name, and how often each may be counted in a transcript. */
export const MAX_EVENT_WORDS = 500;
export const MAX_WORD_COUNT = 1_000_000;

/** How far the clock of the transcription service may be ahead of ours. */
const AHEAD_MS = 5 * 60_000;

/** A finished transcript: when it was finished, and its length. */
export interface UsageEvent {
  /** Belongs to the organization: the same id in another one is another event. */
  eventId: string;
  organizationId: number;
  workspaceId: number | null;
  occurredAt: Date;
  seconds: number;
  /** The revision of the words that the transcript was made with, if that is known. */
  vocabularyRevision: number | null;
  /** The words that were recognised, by the ids of their entries. They are no part of what the ledger keeps. */
  words?: readonly { entryId: number; count: number }[] | undefined;
}

/** What an event is recognised by, as one text. */
export function ownId({ organizationId, eventId }: Pick<UsageEvent, "organizationId" | "eventId">) {
  return `${organizationId} ${eventId}`;
}

/** An event of the ledger, with the contract that it counts for. */
export interface RecordedEvent extends UsageEvent {
  contractId: number;
}

/** A contract that takes events: its first and last valid day, its use so far and its caps. */
export interface ChargedContract {
  organizationId: number;
  contractId: number;
  startDate: string;
  lastDate: string;
  transcriptCount: number;
  seconds: number;
  maxTranscriptCount: number | null;
  maxTranscriptMinutes: number | null;
}

export type UsageVerdict =
  | { result: "recorded" | "duplicate" | "quota_exceeded" | "conflict"; contractId: number }
  | { result: "no_contract" }
  | { result: "rejected"; reason: (typeof REJECTIONS)[number] };

/** What a decision rests on, all read after the contracts were locked. */
export interface UsageFacts {
  contracts: readonly ChargedContract[];
  recorded: readonly RecordedEvent[];
  hasWorkspace(event: UsageEvent): boolean;
  hasRevision(event: UsageEvent): boolean;
  /** Whether an event with this id was recorded, and its row of the ledger is missing. */
  isLost(event: UsageEvent): boolean;
  now: Date;
}

/**
 * Decides about events in their order: one verdict each. An event that is in the ledger is a
 * duplicate, or a conflict if it says something else, whatever has changed since; one whose row is
 * lost is a duplicate, since sums may have it. A new one counts for the contract that covers its
 * date in Tokyo, if both caps hold with it.
 */
export function decideUsage(events: readonly UsageEvent[], facts: UsageFacts): UsageVerdict[] {
  const known = grouped(facts.recorded.map((event) => [ownId(event), event]));
  const add = (event: RecordedEvent) => {
    const others = known.get(ownId(event));
    if (others) others.push(event);
    else known.set(ownId(event), [event]);
  };
  const charged = grouped(
    facts.contracts.map((contract) => [contract.organizationId, { ...contract }]),
  );
  return events.map((event) => {
    const before = sameOf(known.get(ownId(event)) ?? [], event);
    if (before) return repeated(before, event);
    if (facts.isLost(event)) {
      const contract = contractFor(event, charged.get(event.organizationId) ?? []);
      return contract
        ? { result: "duplicate", contractId: contract.contractId }
        : { result: "no_contract" };
    }
    if (event.seconds > MAX_TRANSCRIPT_SECONDS) return { result: "rejected", reason: "SECONDS" };
    if (isTooFarAhead(event, facts.now)) return { result: "rejected", reason: "FUTURE" };
    if (isPast(event, facts.now)) return { result: "rejected", reason: "PAST" };
    if (!facts.hasWorkspace(event)) return { result: "rejected", reason: "WORKSPACE" };
    if (!facts.hasRevision(event)) return { result: "rejected", reason: "VOCABULARY" };
    const contract = contractFor(event, charged.get(event.organizationId) ?? []);
    if (!contract) return { result: "no_contract" };
    const { contractId } = contract;
    if (!fits(contract, event)) return { result: "quota_exceeded", contractId };
    contract.transcriptCount += 1;
    contract.seconds += event.seconds;
    add({ ...event, contractId });
    return { result: "recorded", contractId };
  });
}

/**
 * The contracts whose usage state changes with these events, such as from 通常 to 上限接近; `before` is
 * their use without the events.
 */
export function changingState(
  before: readonly ChargedContract[],
  events: readonly Pick<RecordedEvent, "contractId" | "seconds">[],
): ChargedContract[] {
  const after = new Map(before.map((contract) => [contract.contractId, { ...contract }]));
  for (const { contractId, seconds } of events) {
    const contract = after.get(contractId);
    if (!contract) continue;
    contract.transcriptCount += 1;
    contract.seconds += seconds;
  }
  return before.filter((contract) => {
    const changed = after.get(contract.contractId);
    return changed !== undefined && stateOf(changed) !== stateOf(contract);
  });
}

function stateOf({ transcriptCount, seconds, ...caps }: ChargedContract): UsageState {
  return usageState({
    usedTranscriptCount: transcriptCount,
    usedTranscriptSeconds: seconds,
    ...caps,
  });
}

/** The contract that covers the date of an event in Tokyo; periods never overlap. */
function contractFor<C extends Pick<ChargedContract, "startDate" | "lastDate">>(
  { occurredAt }: Pick<UsageEvent, "occurredAt">,
  contracts: readonly C[],
): C | undefined {
  const date = tokyoDate(occurredAt);
  return contracts.find(({ startDate, lastDate }) => startDate <= date && date <= lastDate);
}

/** Whether one more transcript of this length leaves both caps intact. */
function fits(contract: ChargedContract, { seconds }: Pick<UsageEvent, "seconds">): boolean {
  const { maxTranscriptCount } = contract;
  const countFits = maxTranscriptCount === null || contract.transcriptCount < maxTranscriptCount;
  const maxSeconds = capSeconds(contract.maxTranscriptMinutes);
  return countFits && (maxSeconds === null || contract.seconds + seconds <= maxSeconds);
}

function isTooFarAhead({ occurredAt }: UsageEvent, now: Date): boolean {
  return occurredAt.getTime() > now.getTime() + AHEAD_MS;
}

/** Whether an event is too old to be reported for the first time. */
export function isPast({ occurredAt }: Pick<UsageEvent, "occurredAt">, now: Date): boolean {
  return occurredAt < subDays(now, REPORTED_DAYS);
}

/** The recorded event that a new one repeats, of those with its id: its own, or one with another time. */
function sameOf(
  recorded: readonly RecordedEvent[],
  { occurredAt }: UsageEvent,
): RecordedEvent | undefined {
  const own = recorded.find((event) => event.occurredAt.getTime() === occurredAt.getTime());
  return own ?? recorded[0];
}

function repeated({ contractId, ...before }: RecordedEvent, event: UsageEvent): UsageVerdict {
  const isSame =
    before.workspaceId === event.workspaceId &&
    before.occurredAt.getTime() === event.occurredAt.getTime() &&
    before.seconds === event.seconds &&
    before.vocabularyRevision === event.vocabularyRevision;
  return { result: isSame ? "duplicate" : "conflict", contractId };
}

/** The transcripts of a day, adjustments included. */
export interface UseOfDay {
  /** YYYY-MM-DD in Tokyo. */
  date: string;
  transcriptCount: number;
  seconds: number;
}

/** Null is unlimited. */
interface Caps {
  maxTranscriptCount: number | null;
  maxTranscriptMinutes: number | null;
}

/** The day on which a cap is passed. */
export interface DayBeyond {
  date: string;
  /** What the caps left at its beginning; null is unlimited. */
  left: { transcriptCount: number | null; seconds: number | null };
  /** The transcripts of the days after it. */
  later: number;
}

/**
 * The first of the days, which are in order, whose use goes beyond a cap; undefined if none does
 * (docs/product/contracts.md#caps).
 */
export function dayBeyond(
  days: readonly UseOfDay[],
  { maxTranscriptCount, maxTranscriptMinutes }: Caps,
): DayBeyond | undefined {
  const left = {
    transcriptCount: maxTranscriptCount,
    seconds: capSeconds(maxTranscriptMinutes),
  };
  for (const [n, { date, transcriptCount, seconds }] of days.entries()) {
    const after = {
      transcriptCount:
        left.transcriptCount === null ? null : left.transcriptCount - transcriptCount,
      seconds: left.seconds === null ? null : left.seconds - seconds,
    };
    if ((after.transcriptCount ?? 0) < 0 || (after.seconds ?? 0) < 0) {
      const later = days.slice(n + 1).reduce((sum, day) => sum + day.transcriptCount, 0);
      return { date, left, later };
    }
    Object.assign(left, after);
  }
  return undefined;
}
