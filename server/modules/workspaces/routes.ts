import { pageOf } from "../../../domain/paging.ts";
import {
  WORKSPACE_SORTS,
  type Workspace,
  workspace,
  workspaceCreate,
  workspaceFilters,
  workspaceMembers,
  workspaceMembersUpdate,
  workspaceUpdate,
} from "../../../domain/workspaces.ts";
import { type AreaRoutes, member } from "../../context.ts";
import { rememberAnswer } from "../../plugins/idempotency.ts";
import { listQuerySchema } from "../../plugins/listQuery.ts";
import { idParams } from "../../plugins/schemas.ts";
import { etag, withEtag } from "../../plugins/versions.ts";
import { readMembers, replaceMembers } from "./members.ts";
import {
  createWorkspace,
  listWorkspaces,
  readWorkspace,
  removeWorkspace,
  renameWorkspace,
} from "./service.ts";

/** Staff area: the workspaces of the own organization. */
export const workspaceRoutes: AreaRoutes = (app, deps) => {
  const read = { access: "workspace.read" } as const;
  const write = { access: "workspace.write" } as const;

  app.get(
    "/workspaces",
    {
      config: read,
      schema: {
        querystring: listQuerySchema({ sorts: WORKSPACE_SORTS, filters: workspaceFilters }),
        response: { 200: pageOf(workspace) },
      },
    },
    async (request) => {
      const { page, size, sort, ...filters } = request.query;
      return listWorkspaces(deps, member(request), { page, size, sort }, filters);
    },
  );

  app.post(
    "/workspaces",
    { config: write, schema: { body: workspaceCreate, response: { 201: workspace } } },
    async (request, reply) => {
      const headers = ({ version }: Workspace) => ({ etag: etag(version) });
      const remember = rememberAnswer<Workspace>(request, reply, { status: 201, headers });
      const created = await createWorkspace(deps, member(request), request.body, remember);
      reply.code(201);
      return withEtag(reply, created);
    },
  );

  app.get(
    "/workspaces/:id",
    { config: read, schema: { params: idParams, response: { 200: workspace } } },
    async (request, reply) =>
      withEtag(reply, await readWorkspace(deps, member(request), request.params.id)),
  );

  app.patch(
    "/workspaces/:id",
    {
      config: write,
      schema: { params: idParams, body: workspaceUpdate, response: { 200: workspace } },
    },
    async (request, reply) => {
      const { params, ifMatch, body } = request;
      const target = { workspaceId: params.id, viewer: member(request), ifMatch };
      return withEtag(reply, await renameWorkspace(deps, target, body));
    },
  );

  app.delete(
    "/workspaces/:id",
    { config: write, schema: { params: idParams, response: { 200: workspace } } },
    async (request) => {
      const { params, ifMatch } = request;
      return removeWorkspace(deps, { workspaceId: params.id, viewer: member(request), ifMatch });
    },
  );

  app.get(
    "/workspaces/:id/members",
    { config: read, schema: { params: idParams, response: { 200: workspaceMembers } } },
    async (request, reply) =>
      withEtag(reply, await readMembers(deps, member(request), request.params.id)),
  );

  app.put(
    "/workspaces/:id/members",
    {
      config: write,
      schema: {
        params: idParams,
        body: workspaceMembersUpdate,
        response: { 200: workspaceMembers },
      },
    },
    async (request, reply) => {
      const { params, ifMatch, body } = request;
      const target = { workspaceId: params.id, viewer: member(request), ifMatch };
      return withEtag(reply, await replaceMembers(deps, target, body.userIds));
    },
  );
};
