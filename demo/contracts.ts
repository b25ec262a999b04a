import type { Period } from "../domain/contracts/rules.ts";
import {
  addDays,
  addMonths,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
} from "../domain/text/dates.ts";

/** A contract of the demo data. Its dates depend on today: every status exists on any day. */
export interface DemoContract extends Period {
  terminationDate: string | null;
  terminationReason: string | null;
  maxTranscriptCount: number | null;
  maxTranscriptMinutes: number | null;
  usedTranscriptCount: number;
  usedTranscriptMinutes: number;
}

/** A period of whole months that starts `from` months after the current month. */
function months(today: string, from: number, length: number): Period {
  const startDate = addMonths(firstDayOfMonth(monthOf(today)), from);
  return { startDate, endDate: lastDayOfMonth(monthOf(addMonths(startDate, length - 1))) };
}

const plans = [
  { maxTranscriptCount: 60, maxTranscriptMinutes: 1_800 },
  { maxTranscriptCount: 100, maxTranscriptMinutes: 3_000 },
  { maxTranscriptCount: 120, maxTranscriptMinutes: 6_000 },
  { maxTranscriptCount: 200, maxTranscriptMinutes: 4_800 },
] as const;
const planOf = (index: number) => plans[index % plans.length] ?? plans[0];

/** A contract of a plan; `count` and `minutes` are the shares of its caps that are used. */
function sold(index: number, period: Period, count = 0, minutes = count): DemoContract {
  const plan = planOf(index);
  return {
    ...period,
    terminationDate: null,
    terminationReason: null,
    ...plan,
    usedTranscriptCount: Math.round(plan.maxTranscriptCount * count),
    usedTranscriptMinutes: Math.round(plan.maxTranscriptMinutes * minutes),
  };
}

type Kind = (today: string, index: number) => DemoContract[];

const running = (today: string, index: number) => months(today, -4 - (index % 5), 12);
const moderate = (index: number) => 0.1 + ((index * 7) % 13) / 20;

/** The contracts of the further organizations, in a cycle of ten; the current one comes first. */
const kinds: readonly Kind[] = [
  (today, index) => [sold(index, running(today, index), moderate(index), moderate(index + 5))],
  (today, index) => [sold(index, running(today, index), 0.87, 0.64)],
  (today, index) => [
    sold(index, endingIn(today, (index * 11) % 31), 0.75, 0.7),
    // Every second organization already has its next contract.
    ...(index % 20 === 2 ? [sold(index, startingIn(today, ((index * 11) % 31) + 1))] : []),
  ],
  (today, index) => [sold(index, months(today, 1 + (index % 3), 12))],
  (today, index) => [sold(index, running(today, index), 0.72, 1)],
  (today, index) => [sold(index, months(today, -14 - (index % 6), 12), 0.6, 0.55)],
  (today, index) => [
    {
      ...sold(index, running(today, index), 0.3, 0.25),
      terminationDate: addDays(today, -7 - (index % 20)),
      terminationReason: index % 20 === 6 ? "事業縮小のため" : "他部署の契約に統合したため",
    },
  ],
  (today, index) => [
    {
      ...sold(index, running(today, index), moderate(index)),
      maxTranscriptCount: null,
      ...(index % 20 === 7 ? { maxTranscriptMinutes: null } : {}),
    },
  ],
  // The second year: the first contract is over.
  (today, index) => [
    sold(index, months(today, -3, 12), 0.35, 0.91),
    sold(index, months(today, -15, 12), 0.8, 0.85),
  ],
  // A contract slightly over its caps, from before the caps were enforced.
  (today, index) => [sold(index, running(today, index), 1.02, 0.96)],
];

function endingIn(today: string, days: number): Period {
  const endDate = addDays(today, days);
  return { startDate: addDays(addMonths(endDate, -12), 1), endDate };
}

function startingIn(today: string, days: number): Period {
  const startDate = addDays(today, days);
  return { startDate, endDate: addDays(addMonths(startDate, 12), -1) };
}

export function furtherContracts(today: string, index: number): DemoContract[] {
  return kinds[index % kinds.length]?.(today, index) ?? [];
}

/** The contracts of デモ株式会社, with 3 transcripts and 525 minutes left. */
export function demoContracts(today: string): DemoContract[] {
  const current = {
    ...sold(0, months(today, -7, 12)),
    maxTranscriptCount: 120,
    maxTranscriptMinutes: 3_000,
    usedTranscriptCount: 117,
    usedTranscriptMinutes: 2_475,
  };
  return [current, sold(1, months(today, -19, 12), 0.76, 0.81)];
}

export function sampleContracts(today: string): DemoContract[] {
  return [{ ...sold(2, months(today, -5, 12), 0.4, 0.35), maxTranscriptCount: null }];
}
