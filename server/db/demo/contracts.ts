import {
  addDays,
  addMonths,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
} from "../../../domain/dates.ts";

/** A contract of the demo data; dates hang on today, so that every status is there on any day. */
export interface DemoContract {
  startDate: string;
  endDate: string;
  terminationDate: string | null;
  terminationReason: string | null;
  maxTranscriptCount: number | null;
  maxTranscriptMinutes: number | null;
  usedTranscriptCount: number;
  usedTranscriptMinutes: number;
}

const unused = { usedTranscriptCount: 0, usedTranscriptMinutes: 0 };
const unterminated = { terminationDate: null, terminationReason: null };
const caps = { maxTranscriptCount: 60, maxTranscriptMinutes: 3000 };

function months(today: string, from: number, length: number) {
  const startDate = addMonths(firstDayOfMonth(monthOf(today)), from);
  return { startDate, endDate: lastDayOfMonth(monthOf(addMonths(startDate, length - 1))) };
}

type Kind = (today: string, index: number) => DemoContract;

const running: Kind = (today, index) => ({
  ...months(today, -4 - (index % 5), 12),
  ...unterminated,
  ...caps,
  usedTranscriptCount: 12 + (index % 20),
  usedTranscriptMinutes: 525 + 13 * (index % 30),
});

/** What the 40 organizations have, in turns of ten. */
const kinds: readonly Kind[] = [
  running,
  (today, index) => ({ ...running(today, index), usedTranscriptCount: 52 }),
  (today, index) => ({
    ...running(today, index),
    startDate: addMonths(addDays(today, 1 + (index % 28)), -12),
    endDate: addDays(today, index % 28),
  }),
  (today, index) => ({
    ...running(today, index),
    ...months(today, 1 + (index % 3), 12),
    ...unused,
  }),
  (today, index) => ({ ...running(today, index), usedTranscriptMinutes: 3000 }),
  (today, index) => ({ ...running(today, index), ...months(today, -14 - (index % 6), 12) }),
  (today, index) => ({
    ...running(today, index),
    terminationDate: addDays(today, -7 - (index % 20)),
    terminationReason: "事業縮小のため",
  }),
  (today, index) => ({
    ...running(today, index),
    maxTranscriptCount: null,
    maxTranscriptMinutes: index % 20 === 7 ? null : 6000,
  }),
  (today, index) => ({ ...running(today, index), usedTranscriptMinutes: 2700 }),
  // Taken over from before the caps were held: a little beyond them.
  (today, index) => ({ ...running(today, index), usedTranscriptCount: 61 }),
];

/** The contract of the index-th of the 40 further organizations. */
export function furtherContract(today: string, index: number): DemoContract {
  const kind = kinds[index % kinds.length] ?? running;
  return kind(today, index);
}

/** デモ株式会社: 3 transcripts and 525 minutes are left (spec 9, mock data). */
export function demoContract(today: string): DemoContract {
  return {
    ...months(today, -7, 12),
    ...unterminated,
    maxTranscriptCount: 120,
    maxTranscriptMinutes: 3000,
    usedTranscriptCount: 117,
    usedTranscriptMinutes: 2475,
  };
}

/** サンプル商事. */
export function sampleContract(today: string): DemoContract {
  return { ...running(today, 3), maxTranscriptCount: null };
}
