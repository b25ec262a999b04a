import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { publishChange } from "../../events/publishChange.ts";
import type { UserRow } from "./users/queries/users.ts";

export function publishUser(
  db: Kysely<Tables>,
  { organization_id, user_id }: Pick<UserRow, "organization_id" | "user_id">,
  type: "created" | "updated",
): Promise<void> {
  const user = { organizationId: organization_id, resource: "users", id: user_id };
  return publishChange(db, user, type);
}
