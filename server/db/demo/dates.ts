import { addDays, tokyoMidnight } from "../../../domain/dates.ts";
import type { DemoContract } from "./contracts.ts";

/** Created and last changed at ten in the morning of a day in Tokyo. */
export function writtenOn(date: string): { created_at: Date; updated_at: Date } {
  const at = new Date(tokyoMidnight(date).getTime() + 10 * 3_600_000);
  return { created_at: at, updated_at: at };
}

/** A contract is signed two weeks before it starts, or yesterday where that lies ahead. */
export function signedOn({ startDate }: DemoContract, today: string): string {
  return earliest([addDays(startDate, -14), addDays(today, -1)]);
}

export function earliest(dates: readonly string[]): string {
  return dates.reduce((one, other) => (one < other ? one : other));
}
