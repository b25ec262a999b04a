import type { currentUserEndpoints, profileEndpoints } from "../../../domain/api/profile.ts";
import type { sessionEndpoints, signInEndpoints } from "../../../domain/api/session.ts";
import { at, everyone, type RouteRow, systemAdmin } from "../routeRow.ts";
import { PROFILE } from "../userRequests.ts";

export const adminRows: Readonly<
  Record<keyof typeof sessionEndpoints | keyof typeof currentUserEndpoints, RouteRow>
> = {
  "POST /session": {
    may: "anyone",
    send: async ({ api, people }) => ({
      url: "/admin/api/v1/session",
      body: { idToken: await api.idToken(people.systemAdmin) },
    }),
  },
  "DELETE /session": {
    may: "anyone",
    send: at("/admin/api/v1/session"),
  },
  "DELETE /sessions/others": {
    may: systemAdmin,
    send: at("/admin/api/v1/sessions/others"),
  },
  "GET /me": { may: systemAdmin, send: at("/admin/api/v1/me") },
};

export const staffRows: Readonly<
  Record<keyof typeof signInEndpoints | keyof typeof profileEndpoints, RouteRow>
> = {
  "DELETE /session": {
    may: everyone,
    send: at("/api/v1/session"),
  },
  "DELETE /sessions/others": {
    may: everyone,
    send: at("/api/v1/sessions/others"),
  },
  "GET /users/me": { may: everyone, send: at(PROFILE) },
  "PATCH /users/me": {
    may: everyone,
    send: () => ({ url: PROFILE, body: { lastSelectedWorkspaceId: null } }),
  },
};
