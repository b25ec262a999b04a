import type { Kysely } from "kysely";
import { recordEvent } from "../audit/recordEvent.ts";
import type { Tables } from "../db/tables.ts";

export interface HeldKey {
  service_key_id: number;
  name: string;
  prefix: string;
  last_used_at: Date | null;
}

/** The keys that wait after a restore. */
export function findHeldKeys(db: Kysely<Tables>): Promise<HeldKey[]> {
  return db
    .selectFrom("service_keys")
    .select(["service_key_id", "name", "prefix", "last_used_at"])
    .where("held_at", "is not", null)
    .where("revoked_at", "is", null)
    .orderBy("service_key_id")
    .execute();
}

/** Lets keys be used again: those of `ids`, or all that wait. Returns which. */
export function keepKeys(
  db: Kysely<Tables>,
  ids: readonly number[] | "all",
): Promise<{ service_key_id: number; name: string }[]> {
  return db.transaction().execute(async (trx) => {
    const kept = await trx
      .updateTable("service_keys")
      .set({ held_at: null })
      .where("held_at", "is not", null)
      .where("revoked_at", "is", null)
      .$if(ids !== "all", (query) => query.where("service_key_id", "in", ids === "all" ? [] : ids))
      .returning(["service_key_id", "name"])
      .execute();
    for (const { service_key_id: id, name } of kept) {
      await recordEvent(trx, { organizationId: null, target: { kind: "serviceKey", id, name } });
    }
    return kept;
  });
}
