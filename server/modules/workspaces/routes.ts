import { workspaceEndpoints } from "../../../domain/api/workspaces.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import {
  createWorkspace,
  listWorkspaces,
  readMembers,
  readWorkspace,
  removeWorkspace,
  renameWorkspace,
  replaceMembers,
} from "./service.ts";

export const workspaceRoutes: AreaRoutes = (app, deps) =>
  implement(app, workspaceEndpoints, {
    "GET /workspaces": ({ member, query: { page, size, sort, ...filters } }) =>
      listWorkspaces(deps, member, { page, size, sort }, filters),
    "POST /workspaces": ({ transact, member, body }) =>
      createWorkspace({ ...deps, transact }, member, body),
    "GET /workspaces/{id}": ({ member, params }) => readWorkspace(deps, member, params.id),
    "PATCH /workspaces/{id}": ({ member, params, ifMatch, body }) =>
      renameWorkspace(deps, { workspaceId: params.id, viewer: member, ifMatch }, body),
    "DELETE /workspaces/{id}": ({ member, params, ifMatch }) =>
      removeWorkspace(deps, { workspaceId: params.id, viewer: member, ifMatch }),
    "GET /workspaces/{id}/members": ({ member, params }) => readMembers(deps, member, params.id),
    "PUT /workspaces/{id}/members": ({ member, params, ifMatch, body }) =>
      replaceMembers(deps, { workspaceId: params.id, viewer: member, ifMatch }, body.userIds),
  });
