import type { Kysely } from "kysely";
import type { Tables } from "../../../../db/tables.ts";
import type { WantedRow } from "../queries.ts";

export function findUsersAfter(
  db: Kysely<Tables>,
  userId: string,
  limit: number,
): Promise<(WantedRow & { requested: string | null })[]> {
  return db
    .selectFrom("users as u")
    .leftJoin("identity_outbox as o", "o.user_id", "u.user_id")
    .select([
      "u.user_id",
      "u.organization_id",
      "u.email",
      "u.user_name",
      "u.status",
      "u.identity_error",
      "o.user_id as requested",
    ])
    .where("u.user_id", ">", userId)
    .orderBy("u.user_id")
    .limit(limit)
    .execute();
}
