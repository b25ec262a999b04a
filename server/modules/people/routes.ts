import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { z } from "zod";
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
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import type { UserProfile, userProfileUpdate } from "../../../domain/users/schemas.ts";
import type { AreaRoutes, Deps, SignedIn } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import { implement } from "../../implement.ts";
import { ProblemError, validationFailed } from "../../problem.ts";
import { readOwnLists } from "../views/service.ts";
import { isMember, type Viewer, visibleTo } from "../workspaces/queries.ts";
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

interface ProfileRow {
  created_at: Date;
  updated_at: Date;
  last_selected_workspace_id: number | null;
  organization_name: string | null;
}

interface WorkspaceRow {
  workspace_id: number;
  workspace_name: string;
  is_member: boolean;
}

/**
 * The user profile (docs/product/people.md#profile); a system admin has organizationId 0 and no
 * workspaces.
 */
async function readProfile({ db }: Pick<Deps, "db">, user: SignedIn): Promise<UserProfile> {
  const [row, workspaces, lists] = await Promise.all([
    findProfile(db, user.userId),
    selectableWorkspaces(db, user),
    readOwnLists(db, user),
  ]);
  const selected = workspaces.find(
    ({ workspace_id }) => workspace_id === row.last_selected_workspace_id,
  );
  return {
    ...user,
    organizationId: user.organizationId ?? 0,
    organizationName: row.organization_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastSelectedWorkspaceId: selected?.workspace_id ?? null,
    lastSelectedWorkspaceName: selected?.workspace_name ?? null,
    workspaces: workspaces.map(({ workspace_id, workspace_name, is_member }) => ({
      workspaceId: workspace_id,
      workspaceName: workspace_name,
      isMember: is_member,
    })),
    ...lists,
  };
}

/**
 * Stores the workspace a user works in, if one is given; throws 422 for one they may not select.
 */
async function selectWorkspace(
  deps: Pick<Deps, "db">,
  user: SignedIn,
  { lastSelectedWorkspaceId }: z.infer<typeof userProfileUpdate>,
): Promise<UserProfile> {
  if (lastSelectedWorkspaceId === undefined) return readProfile(deps, user);
  if (lastSelectedWorkspaceId !== null) {
    const workspaces = await selectableWorkspaces(deps.db, user);
    if (!workspaces.some(({ workspace_id }) => workspace_id === lastSelectedWorkspaceId)) {
      throw validationFailed({ lastSelectedWorkspaceId: fieldSentences.workspaceUnknown });
    }
  }
  await updateLastSelectedWorkspace(deps.db, user.userId, lastSelectedWorkspaceId);
  return readProfile(deps, user);
}

async function selectableWorkspaces(db: Kysely<Tables>, user: SignedIn): Promise<WorkspaceRow[]> {
  const { organizationId } = user;
  return organizationId === null ? [] : findWorkspaces(db, { ...user, organizationId });
}

function findProfile(db: Kysely<Tables>, userId: string): Promise<ProfileRow> {
  return db
    .selectFrom("users as u")
    .leftJoin("organizations as o", "o.organization_id", "u.organization_id")
    .select(["u.created_at", "u.updated_at", "u.last_selected_workspace_id", "o.organization_name"])
    .where("u.user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

function findWorkspaces(db: Kysely<Tables>, viewer: Viewer): Promise<WorkspaceRow[]> {
  return db
    .selectFrom("workspaces as w")
    .select(["w.workspace_id", "w.workspace_name", isMember(viewer).as("is_member")])
    .where(visibleTo(viewer))
    .orderBy("w.workspace_id")
    .execute();
}

/** A preference, not a change of the record: the version stays. */
async function updateLastSelectedWorkspace(
  db: Kysely<Tables>,
  userId: string,
  workspaceId: number | null,
): Promise<void> {
  await db
    .updateTable("users")
    .set({ last_selected_workspace_id: workspaceId })
    .where("user_id", "=", userId)
    .execute();
}

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
