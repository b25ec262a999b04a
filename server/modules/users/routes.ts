import { z } from "zod";
import { pageOf } from "../../../domain/paging.ts";
import {
  USER_SORTS,
  type User,
  user,
  userCreate,
  userFilters,
  userUpdate,
} from "../../../domain/users.ts";
import { type AreaRoutes, signedIn } from "../../context.ts";
import { rememberAnswer } from "../../plugins/idempotency.ts";
import { listQuerySchema } from "../../plugins/listQuery.ts";
import { etag, withEtag } from "../../plugins/versions.ts";
import { changeUser } from "./changeUser.ts";
import { inviteUser, resendInvitation } from "./inviteUser.ts";
import { listUsers, readUser } from "./readUsers.ts";
import { restoreEmail } from "./restoreEmail.ts";
import { userParams } from "./userParams.ts";

/** Admin area: all users. */
export const userRoutes: AreaRoutes = (app, deps) => {
  const config = { access: "user.manage" } as const;
  const scope = "all";

  app.get(
    "/users",
    {
      config,
      schema: {
        querystring: listQuerySchema({ sorts: USER_SORTS, filters: userFilters }),
        response: { 200: pageOf(user) },
      },
    },
    async ({ query: { page, size, sort, ...filters } }) =>
      listUsers(deps, { page, size, sort }, filters),
  );

  app.post(
    "/users",
    { config, schema: { body: userCreate, response: { 201: user } } },
    async (request, reply) => {
      const headers = ({ version }: User) => ({ etag: etag(version) });
      const remember = rememberAnswer<User>(request, reply, {
        status: 201,
        headers,
        provisional: true,
      });
      const created = await inviteUser(deps, signedIn(request).userId, request.body, remember);
      reply.code(201);
      return withEtag(reply, created);
    },
  );

  app.get(
    "/users/:id",
    { config, schema: { params: userParams, response: { 200: user } } },
    async ({ params }, reply) => withEtag(reply, await readUser(deps, params.id, scope)),
  );

  app.patch(
    "/users/:id",
    { config, schema: { params: userParams, body: userUpdate, response: { 200: user } } },
    async (request, reply) => {
      const { params, ifMatch, body } = request;
      const target = { userId: params.id, scope, actor: signedIn(request), ifMatch } as const;
      return withEtag(reply, await changeUser(deps, target, body));
    },
  );

  app.post(
    "/users/:id/invitation",
    {
      config,
      schema: { params: userParams, body: z.strictObject({}), response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      await resendInvitation(deps, signedIn(request).userId, request.params.id, scope);
      return reply.code(204).send();
    },
  );

  app.post(
    "/users/:id/restore-email",
    { config, schema: { params: userParams, body: z.strictObject({}), response: { 200: user } } },
    async (request, reply) => withEtag(reply, await restoreEmail(deps, request.params.id, scope)),
  );
};
