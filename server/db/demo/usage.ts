import { addDays, daysBetween, tokyoMidnight } from "../../../domain/dates.ts";
import type { DemoContract } from "./contracts.ts";

export interface DemoUsageEvent {
  usageDate: string;
  occurredAt: Date;
  seconds: number;
}

/**
 * The transcripts behind a contract's use: as many as were counted, their seconds in sum the
 * minutes used, on working days from the start to yesterday.
 */
export function usageEvents(contract: DemoContract, today: string): DemoUsageEvent[] {
  const { usedTranscriptCount: count, usedTranscriptMinutes, startDate } = contract;
  const ends = [contract.endDate, contract.terminationDate ?? contract.endDate, addDays(today, -1)];
  const last = ends.reduce((a, b) => (a < b ? a : b));
  const days = daysBetween(startDate, last) + 1;
  if (count === 0 || days < 1) return [];
  const weights = Array.from({ length: count }, (_, index) => 3 + ((index * 7919) % 13));
  const whole = weights.reduce((a, b) => a + b, 0);
  const total = usedTranscriptMinutes * 60;
  let left = total;
  return weights.map((weight, index) => {
    const seconds = index === count - 1 ? left : Math.floor((total * weight) / whole);
    left -= seconds;
    const usageDate = workingDay(addDays(startDate, Math.floor(((index + 0.5) * days) / count)));
    const day = usageDate < startDate ? startDate : usageDate;
    const minutesIntoDay = 9 * 60 + ((index * 37) % 480);
    return {
      usageDate: day,
      occurredAt: new Date(tokyoMidnight(day).getTime() + minutesIntoDay * 60_000),
      seconds,
    };
  });
}

/** The Friday before a day of the weekend. */
function workingDay(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 6) return addDays(date, -1);
  return weekday === 0 ? addDays(date, -2) : date;
}
