import { addDays, tokyoMidnight } from "../domain/text/dates.ts";
import type { DemoContract } from "./contracts.ts";

/** The instant at which the records of a day are written: 10:00 in Asia/Tokyo. */
export function writtenAt(date: string): Date {
  return new Date(tokyoMidnight(date).getTime() + 10 * 3_600_000);
}

/** A contract is signed two weeks before it starts, at the latest yesterday. */
export function signedOn({ startDate }: DemoContract, today: string): string {
  return earliest([addDays(startDate, -14), addDays(today, -1)]);
}

export function earliest(dates: readonly string[]): string {
  return dates.reduce((one, other) => (one < other ? one : other));
}
