import { type RawBuilder, type SqlBool, sql } from "kysely";

/** Whether dictionary `d` is used for a workspace; every one is without one. */
export function isForWorkspace(workspaceId: number | undefined): RawBuilder<SqlBool> {
  if (workspaceId === undefined) return sql`true`;
  return sql`(d.workspace_ids = '{}' or ${workspaceId} = any(d.workspace_ids))`;
}
