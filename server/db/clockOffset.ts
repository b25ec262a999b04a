import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** Sign-ins and usage are compared with clocks of other machines; they allow for 5 minutes at most. */
const MOST_SECONDS = 60;

/** The clock of this machine and that of the database differ too much to decide by it. */
export class OtherClockError extends Error {
  override readonly name = "OtherClockError";
}

/**
 * By how many seconds the database's clock is ahead of this machine's, negative if it is behind: as
 * much as is certain, whenever the database looked at its clock between question and answer.
 */
export async function readClockOffset(db: Kysely<Tables>): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ at: number }>`
    select 1000 * extract(epoch from pg_catalog.clock_timestamp())::float8 as at`.execute(db);
  const after = Date.now();
  const at = rows[0]?.at ?? after;
  return (at - Math.min(Math.max(at, before), after)) / 1_000;
}

/** Throws OtherClockError if the clocks differ by more than a minute. */
export async function refuseOtherClock({
  clockOffset,
}: {
  clockOffset(): Promise<number>;
}): Promise<void> {
  const seconds = Math.round(await clockOffset());
  if (Math.abs(seconds) <= MOST_SECONDS) return;
  const side = seconds > 0 ? "behind" : "ahead of";
  throw new OtherClockError(
    `The clock of this machine is ${Math.abs(seconds)} s ${side} that of the database.`,
  );
}
