import { z } from "zod";
import { line } from "./text.ts";
import { USER_STATUSES } from "./userRules.ts";

/** The fields a list of workspaces can be sorted by; the first is the default. */
export const WORKSPACE_SORTS = ["workspaceId", "workspaceName", "createdAt", "updatedAt"] as const;

/** More people than any workspace needs; what PUT members takes at most. */
const MAX_MEMBERS = 1_000;

/** A workspace as the API answers it (design 3). */
export const workspace = z
  .object({
    workspaceId: z.int(),
    organizationId: z.int(),
    workspaceName: line(100),
    memberCount: z.int(),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Workspace" });
export type Workspace = z.infer<typeof workspace>;

/** POST /workspaces. */
export const workspaceCreate = z
  .strictObject({ workspaceName: workspace.shape.workspaceName })
  .meta({ id: "WorkspaceCreate" });
export type WorkspaceCreate = z.infer<typeof workspaceCreate>;

/** PATCH /workspaces/{id}. */
export const workspaceUpdate = workspaceCreate.partial().meta({ id: "WorkspaceUpdate" });
export type WorkspaceUpdate = z.infer<typeof workspaceUpdate>;

export const workspaceFilters = { q: z.string().max(100).optional() };

/** A member of a workspace. */
const workspaceMember = z
  .object({
    userId: z.string(),
    userName: z.string(),
    email: z.string(),
    status: z.enum(USER_STATUSES),
  })
  .meta({ id: "WorkspaceMember" });
export type WorkspaceMember = z.infer<typeof workspaceMember>;

/** GET and PUT /workspaces/{id}/members: all of them, by name; the ETag is the workspace's. */
export const workspaceMembers = z
  .object({ members: z.array(workspaceMember) })
  .meta({ id: "WorkspaceMembers" });
export type WorkspaceMembers = z.infer<typeof workspaceMembers>;

/** PUT /workspaces/{id}/members: who is a member from now on. */
export const workspaceMembersUpdate = z
  .strictObject({
    userIds: z.array(line(128)).max(MAX_MEMBERS),
  })
  .meta({ id: "WorkspaceMembersUpdate" });
