import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { publishChange } from "../../events/publishChange.ts";

export function publishUser(
  db: Kysely<Tables>,
  { organization_id, user_id }: { organization_id: number | null; user_id: string },
  type: "created" | "updated",
): Promise<void> {
  const user = { organizationId: organization_id, resource: "users", id: user_id };
  return publishChange(db, user, type);
}
