import { subHours } from "date-fns";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

/** How long answers are stored for repeated POSTs. */
export const ANSWER_HOURS = 24;

const HOUR_MS = 3_600_000;

/** The beginning of the hour. */
export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** The first hour of whose answers some are still stored; there are 25 up to `at`. */
export function firstHour(at: Date): Date {
  return hourOf(subHours(at, ANSWER_HOURS));
}

/** What the imports of an organization take up; their number is bounded (4 kB at least each). */
export async function importBytes(db: Kysely<Tables>, organizationId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(kept_bytes), 0)::bigint as bytes from dictionary_imports
    where organization_id = ${organizationId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** What the stored answers of an organization take up. */
export async function answerBytes(
  db: Kysely<Tables>,
  organizationId: number,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from stored_answer_bytes
    where organization_id = ${organizationId} and user_id = '' and hour >= ${firstHour(at)}`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}
