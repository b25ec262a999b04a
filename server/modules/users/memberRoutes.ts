import { z } from "zod";
import { pageOf } from "../../../domain/paging.ts";
import {
  memberCreate,
  memberFilters,
  memberUpdate,
  USER_SORTS,
  type User,
  user,
} from "../../../domain/users.ts";
import { type AreaRoutes, member } from "../../context.ts";
import { rememberAnswer } from "../../plugins/idempotency.ts";
import { listQuerySchema } from "../../plugins/listQuery.ts";
import { etag, withEtag } from "../../plugins/versions.ts";
import { changeUser } from "./changeUser.ts";
import { inviteUser, resendInvitation } from "./inviteUser.ts";
import { listUsers, readUser } from "./readUsers.ts";
import { restoreEmail } from "./restoreEmail.ts";
import { userParams } from "./userParams.ts";

/** Staff area: the members of the own organization. */
export const memberRoutes: AreaRoutes = (app, deps) => {
  const read = { access: "member.read" } as const;
  const manage = { access: "member.manage" } as const;

  app.get(
    "/users",
    {
      config: read,
      schema: {
        querystring: listQuerySchema({ sorts: USER_SORTS, filters: memberFilters }),
        response: { 200: pageOf(user) },
      },
    },
    async (request) => {
      const { page, size, sort, ...filters } = request.query;
      const { organizationId } = member(request);
      return listUsers(deps, { page, size, sort }, { ...filters, organizationId });
    },
  );

  app.post(
    "/users",
    { config: manage, schema: { body: memberCreate, response: { 201: user } } },
    async (request, reply) => {
      const { organizationId, userId } = member(request);
      const headers = ({ version }: User) => ({ etag: etag(version) });
      const remember = rememberAnswer<User>(request, reply, {
        status: 201,
        headers,
        provisional: true,
      });
      const created = await inviteUser(deps, userId, { ...request.body, organizationId }, remember);
      reply.code(201);
      return withEtag(reply, created);
    },
  );

  app.get(
    "/users/:id",
    { config: read, schema: { params: userParams, response: { 200: user } } },
    async (request, reply) =>
      withEtag(reply, await readUser(deps, request.params.id, member(request))),
  );

  app.patch(
    "/users/:id",
    { config: manage, schema: { params: userParams, body: memberUpdate, response: { 200: user } } },
    async (request, reply) => {
      const { params, ifMatch, body } = request;
      const actor = member(request);
      const target = { userId: params.id, scope: actor, actor, ifMatch };
      return withEtag(reply, await changeUser(deps, target, body));
    },
  );

  app.post(
    "/users/:id/invitation",
    {
      config: manage,
      schema: { params: userParams, body: z.strictObject({}), response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const actor = member(request);
      await resendInvitation(deps, actor.userId, request.params.id, actor);
      return reply.code(204).send();
    },
  );

  app.post(
    "/users/:id/restore-email",
    {
      config: manage,
      schema: { params: userParams, body: z.strictObject({}), response: { 200: user } },
    },
    async (request, reply) =>
      withEtag(reply, await restoreEmail(deps, request.params.id, member(request))),
  );
};
