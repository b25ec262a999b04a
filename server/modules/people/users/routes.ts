import { memberEndpoints, userEndpoints } from "../../../../domain/api/users.ts";
import type { AreaRoutes } from "../../../context.ts";
import { implement } from "../../../implement.ts";
import { changeUser } from "./changeUser.ts";
import { exportUsers } from "./exportUsers.ts";
import { createInvitationLink } from "./invitationLink.ts";
import { inviteUser, resendInvitation } from "./inviteUser.ts";
import { listUsers, readUser } from "./readUsers.ts";
import { restoreEmail } from "./restoreEmail.ts";

export const userRoutes: AreaRoutes = (app, deps) =>
  implement(app, userEndpoints, {
    "GET /users": ({ query: { page, size, sort, ...filters } }) =>
      listUsers(deps, { page, size, sort }, filters),
    "GET /users/export": ({ query }) => exportUsers(deps, query, "users"),
    "POST /users": ({ transact, user, body }) =>
      inviteUser({ ...deps, transact }, user.userId, body),
    "GET /users/{id}": ({ params }) => readUser(deps, params.id, "all"),
    "PATCH /users/{id}": ({ params, user, ifMatch, body }) =>
      changeUser(deps, { userId: params.id, scope: "all", actor: user, ifMatch }, body),
    "POST /users/{id}/invitation": ({ params, user }) =>
      resendInvitation(deps, user.userId, params.id, "all"),
    "POST /users/{id}/invitation/link": ({ params }) =>
      createInvitationLink(deps, params.id, "all"),
    "POST /users/{id}/restore-email": ({ params }) => restoreEmail(deps, params.id, "all"),
  });

export const memberRoutes: AreaRoutes = (app, deps) =>
  implement(app, memberEndpoints, {
    "GET /users": ({ member: { organizationId }, query: { page, size, sort, ...filters } }) =>
      listUsers(deps, { page, size, sort }, { ...filters, organizationId }),
    "GET /users/export": ({ member: { organizationId }, query }) =>
      exportUsers(deps, { ...query, organizationId }, "members"),
    "POST /users": ({ transact, member: { organizationId, userId }, body }) =>
      inviteUser({ ...deps, transact }, userId, { ...body, organizationId }),
    "GET /users/{id}": ({ member, params }) => readUser(deps, params.id, member),
    "PATCH /users/{id}": ({ member, params, ifMatch, body }) =>
      changeUser(deps, { userId: params.id, scope: member, actor: member, ifMatch }, body),
    "POST /users/{id}/invitation": ({ member, params }) =>
      resendInvitation(deps, member.userId, params.id, member),
    "POST /users/{id}/invitation/link": ({ member, params }) =>
      createInvitationLink(deps, params.id, member),
    "POST /users/{id}/restore-email": ({ member, params }) => restoreEmail(deps, params.id, member),
  });
