import { z } from "zod";
import { line } from "../text/text.ts";
import { managedBy, USER_STATUSES } from "../users/rules.ts";

/** The sort fields of the list; the first is the default. */
export const WORKSPACE_SORTS = ["workspaceId", "workspaceName", "createdAt", "updatedAt"] as const;

/** The limit of PUT /workspaces/{id}/members, more than any workspace needs. */
const MAX_MEMBERS = 1_000;

export const workspace = z
  .object({
    workspaceId: z.int(),
    organizationId: z.int(),
    workspaceName: line(100),
    memberCount: z.int(),
    managedBy: managedBy.meta({
      description: "What rules name and members instead of the admins: a directory.",
    }),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Workspace" });
export type Workspace = z.infer<typeof workspace>;

export const workspaceCreate = z
  .strictObject({ workspaceName: workspace.shape.workspaceName })
  .meta({ id: "WorkspaceCreate" });
export type WorkspaceCreate = z.infer<typeof workspaceCreate>;

export const workspaceUpdate = workspaceCreate.partial().meta({ id: "WorkspaceUpdate" });
export type WorkspaceUpdate = z.infer<typeof workspaceUpdate>;

export const workspaceFilters = { q: z.string().max(100).optional() };

export const workspaceMember = z
  .object({
    userId: z.string(),
    userName: z.string(),
    userNameKana: z.string().nullable(),
    email: z.string(),
    status: z.enum(USER_STATUSES),
  })
  .meta({ id: "WorkspaceMember" });
export type WorkspaceMember = z.infer<typeof workspaceMember>;

/** GET and PUT /workspaces/{id}/members: all members by name. The ETag is the workspace's. */
export const workspaceMembers = z
  .object({ members: z.array(workspaceMember) })
  .meta({ id: "WorkspaceMembers" });
export type WorkspaceMembers = z.infer<typeof workspaceMembers>;

export const workspaceMembersUpdate = z
  .strictObject({
    userIds: z.array(line(128)).max(MAX_MEMBERS),
  })
  .meta({ id: "WorkspaceMembersUpdate" });
