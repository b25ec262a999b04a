import { HttpResponse } from "msw";
import { fieldSentences } from "../../domain/sentences.ts";
import { type UserProfile, userProfileUpdate } from "../../domain/users.ts";
import type { Route } from "../area.ts";
import { type Call, noContent } from "../call.ts";
import { refuse } from "../problem.ts";
import { workspacesOf } from "./workspaceRow.ts";

/** There are no other sign-ins to a mock. */
const endOthers = {
  method: "delete",
  path: "/sessions/others",
  answer: () => noContent(),
} as const;

/** Admin area: the current user of spec 3. */
export const currentUserRoutes: readonly Route[] = [
  {
    method: "get",
    path: "/me",
    access: "admin.me",
    answer: ({ user: { userName, email, isSystemAdmin } }) =>
      HttpResponse.json({ userName, email, isSystemAdmin }),
  },
  { ...endOthers, access: "admin.me" },
];

/** Staff area: the own profile. */
export const profileRoutes: readonly Route[] = [
  { ...endOthers, access: "profile.own" },
  {
    method: "get",
    path: "/users/me",
    access: "profile.own",
    answer: (call) => HttpResponse.json(profileOf(call)),
  },
  {
    method: "patch",
    path: "/users/me",
    access: "profile.own",
    answer: async (call) => {
      const { lastSelectedWorkspaceId: id } = await call.body(userProfileUpdate);
      const known = workspacesOf(call).some(({ workspaceId }) => workspaceId === id);
      if (id !== null && !known) {
        refuse({ lastSelectedWorkspaceId: fieldSentences.workspaceUnknown });
      }
      call.user.lastSelectedWorkspaceId = id;
      return HttpResponse.json(profileOf(call));
    },
  },
];

function profileOf(call: Call): UserProfile {
  const { status: _, password: __, version: ___, ...user } = call.user;
  const workspaces = workspacesOf(call).map(({ workspaceId, workspaceName }) => ({
    workspaceId,
    workspaceName,
  }));
  const selected = workspaces.find(
    ({ workspaceId }) => workspaceId === user.lastSelectedWorkspaceId,
  );
  return {
    ...user,
    lastSelectedWorkspaceId: selected?.workspaceId ?? null,
    lastSelectedWorkspaceName: selected?.workspaceName ?? null,
    workspaces,
  };
}
