import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Member } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";

export type Viewer = Pick<Member, "organizationId" | "userId" | "isOrganizationAdmin">;

/**
 * Over `workspaces w`: admins see those of the organization, others their own
 * (docs/product/people.md#workspaces).
 */
export function visibleTo(viewer: Viewer): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`w.organization_id = ${viewer.organizationId}`;
  return viewer.isOrganizationAdmin ? own : sql`${own} and ${isMember(viewer)}`;
}

/** The condition over `workspaces w` for those that a user is a member of. */
export function isMember({
  organizationId,
  userId,
}: Pick<Viewer, "organizationId" | "userId">): RawBuilder<boolean> {
  return sql`exists (
    select 1 from workspace_members m
    where m.organization_id = ${organizationId} and m.workspace_id = w.workspace_id
      and m.user_id = ${userId})`;
}

export async function findVisibleIds(db: Kysely<Tables>, viewer: Viewer): Promise<number[]> {
  const { rows } = await sql<{ workspace_id: number }>`
    select w.workspace_id from workspaces w where ${visibleTo(viewer)}`.execute(db);
  return rows.map(({ workspace_id }) => workspace_id);
}
