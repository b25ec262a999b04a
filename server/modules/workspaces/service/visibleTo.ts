import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Member } from "../../../context.ts";

export type Viewer = Pick<Member, "organizationId" | "userId" | "isOrganizationAdmin">;

/**
 * The condition over `workspaces w` for what a user sees: organization admins see all of the
 * organization, others those they are members of (design 3, 7).
 */
export function visibleTo({
  organizationId,
  userId,
  isOrganizationAdmin,
}: Viewer): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`w.organization_id = ${organizationId}`;
  if (isOrganizationAdmin) return own;
  return sql`${own} and exists (
    select 1 from workspace_members m
    where m.organization_id = w.organization_id and m.workspace_id = w.workspace_id
      and m.user_id = ${userId})`;
}
