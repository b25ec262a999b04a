import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { announceChange } from "../../../events/announceChange.ts";
import type { UserRow } from "../queries/users.ts";

/** Tells of a change to a user once the transaction commits. */
export function announceUser(
  db: Kysely<Tables>,
  { organization_id, user_id }: Pick<UserRow, "organization_id" | "user_id">,
  type: "created" | "updated",
): Promise<void> {
  const user = { organizationId: organization_id, resource: "users", id: user_id };
  return announceChange(db, user, type);
}
