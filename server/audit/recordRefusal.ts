import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import { acting } from "./acting.ts";
import { type Recorded, recordEvent } from "./recordEvent.ts";

interface RefusalDeps {
  db: Kysely<Tables>;
  log: { warn(details: object, message: string): void };
}

/** The first half of the advisory locks by which a refusal is recorded once. */
const REFUSAL_LOCKS = 7_402_029;

/**
 * Records that the actor was refused an operation, at most once a minute. A refusal that cannot be
 * recorded stays one: the request is answered anyway.
 */
export async function recordRefusal(
  { db, log }: RefusalDeps,
  refused: Omit<Recorded, "outcome">,
): Promise<void> {
  const { actor, operation } = acting();
  try {
    await db.transaction().execute(async (trx) => {
      // A request that does not get it need not wait: another one records the same refusal now.
      const { rows } = await sql<{ held: boolean }>`
        select pg_try_advisory_xact_lock(
          ${REFUSAL_LOCKS}, hashtext(${`${actor.id} ${operation}`})) as held`.execute(trx);
      if (!rows[0]?.held) return;
      const lately = await trx
        .selectFrom("audit_events")
        .select("audit_event_id")
        .where("actor_id", "=", actor.id)
        .where("operation", "=", operation)
        .where("outcome", "=", "REFUSED")
        .where("occurred_at", ">", sql<Date>`clock_timestamp() - interval '1 minute'`)
        .limit(1)
        .executeTakeFirst();
      if (!lately) await recordEvent(trx, { ...refused, outcome: "REFUSED" });
    });
  } catch (err) {
    log.warn({ err, operation }, "could not record a refusal");
  }
}
