import type { FastifyRequest } from "fastify";
import { can } from "../../../domain/access.ts";
import {
  currentUserEndpoints,
  invitationEndpoints,
  profileEndpoints,
  sessionEndpoints,
  signInEndpoints,
} from "../../../domain/api/session.ts";
import {
  manyMemberEndpoints,
  manyUserEndpoints,
  memberEndpoints,
  userEndpoints,
} from "../../../domain/api/users.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { ProblemError } from "../../problem.ts";
import { readOwnLists } from "../views/service.ts";
import { readProfile, selectWorkspace } from "./profile.ts";
import { endOtherSignIns, endSignIn, listSignIns, signOut } from "./session/endSignIns.ts";
import {
  cookieName,
  cookieOptions,
  endSession,
  openSession,
  sessionCookie,
} from "./session/sessions.ts";
import { changeUser } from "./users/changeUser.ts";
import { changeUsers } from "./users/changeUsers.ts";
import {
  createInvitationLink,
  inviteUser,
  openInvitation,
  renewInvitation,
  resendInvitation,
} from "./users/inviteUser.ts";
import { exportUsers, listUsers, readUser, readUserWorkspaces } from "./users/readUsers.ts";
import { removeSecondFactors, restoreEmail } from "./users/userAccount.ts";

export const sessionRoutes: AreaRoutes = (app, deps) =>
  implement(app, sessionEndpoints, {
    "POST /session": async ({ request, reply, body }) => {
      const previous = sessionCookie(request);
      const cookie = await openSession(deps, body.idToken, request.ip);
      if (previous) await endSession(deps, previous.hash, body);
      reply.setCookie(cookieName(request), cookie, {
        ...cookieOptions(request),
        maxAge: deps.config.sessionHours * 3600,
      });
    },
    "DELETE /session": async ({ request, reply }) => {
      const sent = sessionCookie(request);
      if (sent) await endSession(deps, sent.hash);
      reply.clearCookie(cookieName(request), cookieOptions(request));
    },
    "GET /sessions": ({ user, query }) => listSignIns(deps, user, query),
    "DELETE /sessions/{id}": ({ user, params }) => endSignIn(deps, user, params.id),
    "DELETE /sessions/others": ({ request, user }) =>
      endOtherSignIns(deps, user, sessionCookie(request)?.hash),
  });

/** The staff area has no sessions: the bearer token is the sign-in. */
export const signInRoutes: AreaRoutes = (app, deps) =>
  implement(app, signInEndpoints, {
    "DELETE /session": ({ user }) => signOut(deps, user),
    "GET /sessions": ({ user, query }) => listSignIns(deps, user, query),
    "DELETE /sessions/{id}": ({ user, params }) => endSignIn(deps, user, params.id),
    "DELETE /sessions/others": ({ user }) => endOtherSignIns(deps, user),
  });

/** Valid tokens are never refused, because an office may share an address. */
export const invitationRoutes: AreaRoutes = (app, deps) => {
  const limited = async <T>(request: FastifyRequest, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== "INVITATION_NOT_FOUND") throw error;
      throw app.countUnknownInvitation(request) ?? error;
    }
  };
  implement(app, invitationEndpoints, {
    "POST /invitations/open": ({ request, body }) =>
      limited(request, openInvitation(deps, body.token)),
    "POST /invitations/renew": ({ request, body }) =>
      limited(request, renewInvitation(deps, body.token)),
  });
};

export const currentUserRoutes: AreaRoutes = (app, deps) =>
  implement(app, currentUserEndpoints, {
    "GET /me": async ({ user }) => ({ ...user, ...(await readOwnLists(deps.db, user)) }),
  });

export const profileRoutes: AreaRoutes = (app, deps) =>
  implement(app, profileEndpoints, {
    "GET /users/me": ({ user }) => readProfile(deps, user),
    "PATCH /users/me": ({ user, body }) => selectWorkspace(deps, user, body),
  });

export const userRoutes: AreaRoutes = (app, deps) =>
  implement(app, userEndpoints, {
    "GET /users": ({ query: { page, size, sort, ...filters } }) =>
      listUsers(deps, { page, size, sort }, filters),
    "GET /users/export": ({ query }) => exportUsers(deps, query, { list: "users", managed: true }),
    "POST /users": ({ transact, user, body }) =>
      inviteUser({ ...deps, transact }, user.userId, body),
    "GET /users/{id}": ({ params }) => readUser(deps, params.id, "all"),
    "GET /users/{id}/workspaces": ({ params }) => readUserWorkspaces(deps, params.id, "all"),
    "PATCH /users/{id}": ({ params, user, ifMatch, body }) =>
      changeUser(deps, { userId: params.id, scope: "all", actor: user, ifMatch }, body),
    "POST /users/{id}/invitation": ({ params, user }) =>
      resendInvitation(deps, user.userId, params.id, "all"),
    "POST /users/{id}/invitation/link": ({ params }) =>
      createInvitationLink(deps, params.id, "all"),
    "POST /users/{id}/restore-email": ({ params }) => restoreEmail(deps, params.id, "all"),
    "DELETE /users/{id}/second-factors": ({ params, user }) =>
      removeSecondFactors(deps, params.id, user.userId),
  });

export const memberRoutes: AreaRoutes = (app, deps) =>
  implement(app, memberEndpoints, {
    "GET /users": ({ member: { organizationId }, query: { page, size, sort, ...filters } }) =>
      listUsers(deps, { page, size, sort }, { ...filters, organizationId }),
    "GET /users/export": ({ member, query }) =>
      exportUsers(
        deps,
        { ...query, organizationId: member.organizationId },
        { list: "members", managed: can(member, "member.manage") },
      ),
    "POST /users": ({ transact, member: { organizationId, userId }, body }) =>
      inviteUser({ ...deps, transact }, userId, { ...body, organizationId }),
    "GET /users/{id}": ({ member, params }) => readUser(deps, params.id, member),
    "GET /users/{id}/workspaces": ({ member, params }) =>
      readUserWorkspaces(deps, params.id, member),
    "PATCH /users/{id}": ({ member, params, ifMatch, body }) =>
      changeUser(deps, { userId: params.id, scope: member, actor: member, ifMatch }, body),
    "POST /users/{id}/invitation": ({ member, params }) =>
      resendInvitation(deps, member.userId, params.id, member),
    "POST /users/{id}/invitation/link": ({ member, params }) =>
      createInvitationLink(deps, params.id, member),
    "POST /users/{id}/restore-email": ({ member, params }) => restoreEmail(deps, params.id, member),
  });

export const manyUserRoutes: AreaRoutes = (app, deps) =>
  implement(app, manyUserEndpoints, {
    "POST /users/bulk": ({ transact, user: { userId }, body }) =>
      changeUsers({ ...deps, transact }, { scope: "all", actorId: userId }, body),
  });

export const manyMemberRoutes: AreaRoutes = (app, deps) =>
  implement(app, manyMemberEndpoints, {
    "POST /users/bulk": ({ transact, member, body }) =>
      changeUsers({ ...deps, transact }, { scope: member, actorId: member.userId }, body),
  });
