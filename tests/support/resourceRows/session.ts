import type {
  currentUserEndpoints,
  profileEndpoints,
  sessionEndpoints,
  signInEndpoints,
} from "../../../domain/api/session.ts";
import { at, everyone, type RouteRow, systemAdmin, UNKNOWN_ID } from "../routeRow.ts";
import { aSignIn } from "../signInRows.ts";
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
  "GET /sessions": { may: systemAdmin, send: at("/admin/api/v1/sessions") },
  "DELETE /sessions/{id}": {
    may: systemAdmin,
    send: async ({ api, people }, role, user = people[role]) => ({
      url: `/admin/api/v1/sessions/${await aSignIn(api, user)}`,
    }),
    elsewhere: async ({ api, foreign }) => ({
      foreign: { url: `/admin/api/v1/sessions/${await aSignIn(api, foreign)}` },
      unknown: { url: `/admin/api/v1/sessions/${UNKNOWN_ID}` },
    }),
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
  "GET /sessions": { may: everyone, send: at("/api/v1/sessions") },
  "DELETE /sessions/{id}": {
    may: everyone,
    send: async ({ api, people }, role, user = people[role]) => ({
      url: `/api/v1/sessions/${await aSignIn(api, user)}`,
    }),
    elsewhere: async ({ api, foreign }) => ({
      foreign: { url: `/api/v1/sessions/${await aSignIn(api, foreign)}` },
      unknown: { url: `/api/v1/sessions/${UNKNOWN_ID}` },
    }),
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
