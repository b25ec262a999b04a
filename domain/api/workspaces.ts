import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import { pageOf } from "../paging.ts";
import { workspaceFields } from "../workspaces/fields.ts";
import {
  WORKSPACE_SORTS,
  workspace,
  workspaceCreate,
  workspaceFilters,
  workspaceMember,
  workspaceMembers,
  workspaceMembersUpdate,
  workspaceUpdate,
} from "../workspaces/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery } from "./parameters.ts";

export const workspaceEndpoints = {
  "GET /workspaces": {
    area: "staff",
    access: "workspace.read",
    operationId: "listWorkspaces",
    live: true,
    summary: "Lists workspaces",
    query: listQuery({ sorts: WORKSPACE_SORTS, filters: workspaceFilters }),
    answers: { 200: pageOf(workspace) },
  },
  "POST /workspaces": {
    area: "staff",
    access: "workspace.write",
    operationId: "createWorkspace",
    audit: "ワークスペースを作成",
    summary: "Creates a workspace without members",
    body: workspaceCreate,
    answers: { 201: workspace },
    etag: true,
    problems: ["NAME_EXISTS"],
  },
  "GET /workspaces/{id}": {
    area: "staff",
    access: "workspace.read",
    operationId: "getWorkspace",
    live: true,
    summary: "Reads a workspace",
    params: idParams,
    answers: { 200: workspace },
    etag: true,
  },
  "PATCH /workspaces/{id}": {
    area: "staff",
    access: "workspace.write",
    operationId: "updateWorkspace",
    audit: "ワークスペースを編集",
    summary: "Renames a workspace",
    params: idParams,
    body: workspaceUpdate,
    answers: { 200: workspace },
    etag: true,
    ifMatch: true,
    problems: ["NAME_EXISTS", "MANAGED_BY_DIRECTORY"],
  },
  "DELETE /workspaces/{id}": {
    area: "staff",
    access: "workspace.write",
    operationId: "deleteWorkspace",
    audit: "ワークスペースを削除",
    summary: "Deletes a workspace",
    params: idParams,
    answers: { 200: workspace },
    ifMatch: true,
    problems: ["LAST_WORKSPACE", "MANAGED_BY_DIRECTORY", "WORKSPACE_HAS_DICTIONARIES"],
  },
  "GET /workspaces/{id}/members": {
    area: "staff",
    access: "workspace.read",
    operationId: "getWorkspaceMembers",
    live: true,
    summary: "Lists all members of a workspace",
    description: "The ETag is the workspace's.",
    params: idParams,
    answers: { 200: workspaceMembers },
    etag: true,
  },
  "PUT /workspaces/{id}/members": {
    area: "staff",
    access: "workspace.write",
    operationId: "replaceWorkspaceMembers",
    audit: "ワークスペースのメンバーを変更",
    summary: "Says who is a member from now on",
    params: idParams,
    body: workspaceMembersUpdate,
    answers: { 200: workspaceMembers },
    etag: true,
    ifMatch: workspace,
    problems: ["MANAGED_BY_DIRECTORY"],
  },
} satisfies Endpoints<"staff">;

/** With the members, whose changes are those of the workspace. */
const workspaceWithMembers = workspace.extend({
  members: workspaceMember.pick({ userId: true, userName: true }).array().optional(),
});

export const workspaceKind = auditedKind({
  name: "workspace",
  label: "ワークスペース",
  resource: "workspaces",
  schema: workspaceWithMembers,
  update: workspaceUpdate,
  fields: workspaceFields,
  unlogged: {
    ...OF_EVERY_RECORD,
    workspaceId: "is the target",
    organizationId: "is the organization of the event",
    memberCount: "counts the members, which are shown",
  },
});
