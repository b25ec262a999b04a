import { effectiveEnd } from "../domain/contracts/rules.ts";
import { addDays, daysBetween, tokyoMidnight } from "../domain/text/dates.ts";
import type { DemoContract } from "./contracts.ts";

export interface DemoUsageEvent {
  usageDate: string;
  occurredAt: Date;
  seconds: number;
}

/** The amount of work per weekday, from Sunday to Saturday. */
const WEEK = [0.05, 0.9, 1, 1.1, 1, 0.95, 0.15];
const OPENS_AT_MINUTE = 9 * 60;
const OPEN_MINUTES = 9 * 60;

/** The transcripts of a contract up to yesterday; they add up to its count and its minutes. */
export function usageEvents(contract: DemoContract, today: string, seed: number): DemoUsageEvent[] {
  const { startDate, usedTranscriptCount: count, usedTranscriptMinutes: minutes } = contract;
  if (count === 0) return [];
  const random = randomNumbers(seed);
  const last = [effectiveEnd(contract), addDays(today, -1)].sort()[0] ?? today;
  const days = weightedDays(startDate, last, random);
  const weights = Array.from({ length: count }, () => 0.3 + 2.5 * random() ** 2);
  // A full cap is full to the second.
  const isFull = minutes === contract.maxTranscriptMinutes;
  const lengths = shares(minutes * 60 - (isFull ? 0 : Math.floor(random() * 60)), weights);
  const events = lengths.map((seconds) => {
    const usageDate = pick(days, random());
    const minute = OPENS_AT_MINUTE + Math.floor(random() * OPEN_MINUTES);
    const occurredAt = new Date(tokyoMidnight(usageDate).getTime() + minute * 60_000);
    return { usageDate, occurredAt, seconds };
  });
  return events.sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
}

interface WeightedDay {
  date: string;
  /** The weight of this day and all days before it. */
  upTo: number;
}

function weightedDays(first: string, last: string, random: () => number): WeightedDay[] {
  const length = daysBetween(first, last) + 1;
  let upTo = 0;
  return Array.from({ length }, (_, number) => {
    const date = addDays(first, number);
    const weekday = WEEK[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 1;
    upTo += weekday * (0.5 + random()) * (0.7 + (0.6 * number) / length);
    return { date, upTo };
  });
}

function pick(days: readonly WeightedDay[], share: number): string {
  const at = share * (days.at(-1)?.upTo ?? 0);
  const day = days.find(({ upTo }) => upTo > at) ?? days.at(-1);
  if (!day) throw new Error("a demo contract was used before it began");
  return day.date;
}

/** Splits `total` into whole parts in proportion to the weights; the parts add up to `total`. */
function shares(total: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = weights.map((weight) => Math.floor((total * weight) / whole));
  const rest = total - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, index) => (index === 0 ? part + rest : part));
}

/**
 * Pseudo-random numbers from 0 to 1, the same on every start (mulberry32,
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c).
 */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
