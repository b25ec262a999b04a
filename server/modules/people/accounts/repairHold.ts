import type { Generated, Kysely } from "kysely";
import type { Tables } from "../../../db/tables.ts";

declare module "../../../db/tables.ts" {
  interface Tables {
    restores: { only_row: Generated<boolean>; restored_to: Date; noted_at: Date; held: boolean };
  }
}

/** Whether accounts stay as they are until an operator has seen what differs after a restore. */
export async function isRepairHeld(db: Kysely<Tables>): Promise<boolean> {
  const row = await db
    .selectFrom("restores")
    .select("held")
    .where("held", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}
