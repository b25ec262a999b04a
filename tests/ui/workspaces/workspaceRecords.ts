import type { UserProfile } from "../../../domain/users/schemas.ts";
import type { Workspace, WorkspaceMember } from "../../../domain/workspaces/schemas.ts";
import { staleVersion } from "../../../server/problem.ts";
import { doubles } from "../../support/apiDouble.ts";
import { changed, found, paged } from "../../support/doubleAnswer.ts";
import { aProfile, aUser, aWorkspace, limits } from "../../support/records.ts";

const api = doubles.staff;

export const staff = aProfile({ userId: "staff", userName: "鈴木 一郎" });
export const organizationAdmin = { ...staff, userId: "admin", isOrganizationAdmin: true };

export const referTo = (...workspaces: readonly Workspace[]): UserProfile["workspaces"] =>
  workspaces.map(({ workspaceId, workspaceName }) => ({
    workspaceId,
    workspaceName,
    isMember: true,
  }));

export interface World {
  profile: UserProfile;
  workspaces: Workspace[];
  /** Of every workspace. */
  members: WorkspaceMember[];
  people: readonly WorkspaceMember[];
  /** Who changed a workspace last, as a 412 names it. */
  changedBy: { name: string; at: string } | null;
}

/** The API of an organization with workspaces; `world` and `change` are its data. */
export function workspacesAre(given: Partial<World> = {}) {
  const world: World = {
    profile: organizationAdmin,
    workspaces: [],
    members: [],
    people: [],
    changedBy: null,
    ...given,
  };
  const byId = (id: number) => found(world.workspaces.find((each) => each.workspaceId === id));
  const change = (id: number, changes: Partial<Workspace>) => {
    const after = changed(byId(id), changes);
    world.workspaces = world.workspaces.map((each) => (each.workspaceId === id ? after : each));
    return after;
  };
  /** The workspace, unless the write starts from another version of it. */
  const current = (id: number, headers: Headers) => {
    const workspace = byId(id);
    if (headers.get("if-match") === `"${workspace.version}"`) return workspace;
    throw staleVersion(workspace, world.changedBy);
  };

  api.answer("GET /users/me", () => world.profile);
  api.answer("PATCH /users/me", ({ body: { lastSelectedWorkspaceId: id } }) => {
    const chosen = world.profile.workspaces.find(({ workspaceId }) => workspaceId === id);
    world.profile = {
      ...world.profile,
      lastSelectedWorkspaceId: chosen?.workspaceId ?? null,
      lastSelectedWorkspaceName: chosen?.workspaceName ?? null,
    };
    return world.profile;
  });
  api.answer("GET /contracts/limits", () => limits({ remainingCount: 3, remainingMinutes: 525 }));
  api.answer("GET /contracts", paged([]));
  api.answer("GET /dictionaries", paged([]));
  api.answer("GET /users", (asked) =>
    paged(world.people.map(({ userId, userName, status }) => aUser({ userId, userName, status })))(
      asked,
    ),
  );
  api.answer("GET /workspaces", (asked) => paged(world.workspaces)(asked));
  api.answer("POST /workspaces", ({ body }) => {
    const workspace = aWorkspace({ workspaceId: 9, memberCount: 0, ...body });
    world.workspaces = [...world.workspaces, workspace];
    return workspace;
  });
  api.answer("GET /workspaces/{id}", ({ params }) => byId(params.id));
  api.answer("PATCH /workspaces/{id}", ({ params: { id }, headers, body: { workspaceName } }) => {
    const before = current(id, headers);
    return change(id, { workspaceName: workspaceName ?? before.workspaceName });
  });
  api.answer("DELETE /workspaces/{id}", ({ params: { id }, headers }) => {
    const workspace = current(id, headers);
    world.workspaces = world.workspaces.filter((each) => each !== workspace);
    return workspace;
  });
  api.answer("GET /workspaces/{id}/members", ({ params: { id } }) => ({
    members: world.members,
    version: byId(id).version,
  }));
  api.answer("PUT /workspaces/{id}/members", ({ params: { id }, headers, body: { userIds } }) => {
    current(id, headers);
    const known = [...world.members, ...world.people];
    world.members = userIds.map((userId) => found(known.find((each) => each.userId === userId)));
    const { version } = change(id, { memberCount: userIds.length });
    return { members: world.members, version };
  });
  return { world, change };
}
