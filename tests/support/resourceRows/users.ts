import type {
  manyMemberEndpoints,
  manyUserEndpoints,
  memberEndpoints,
  userEndpoints,
} from "../../../domain/api/users.ts";
import type { UserInput } from "../people.ts";
import {
  at,
  members,
  organizationAdmin,
  type RouteRow,
  systemAdmin,
  type WalkRequest,
  type WalkWorld,
} from "../routeRow.ts";
import { MEMBERS, newUser, USERS } from "../userRequests.ts";

const UNKNOWN_USER = "nobody";

const onUser =
  (base: string, below = "", body?: unknown, input: UserInput = {}) =>
  async ({ api, own }: WalkWorld): Promise<WalkRequest> => {
    const { userId } = await api.aUser({ organizationId: own.organizationId, ...input });
    return { url: `${base}/${userId}${below}`, body };
  };

const ofNoUser =
  (below = "", body?: unknown) =>
  () => ({ unknown: { url: `${USERS}/${UNKNOWN_USER}${below}`, body } });

const ofForeignUser =
  (below = "", body?: unknown) =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: `${MEMBERS}/${foreign.userId}${below}`, body },
    unknown: { url: `${MEMBERS}/${UNKNOWN_USER}${below}`, body },
  });

const rename = { userName: "改名 太郎" };

const many = (base: string, userId: string): WalkRequest => ({
  url: `${base}/bulk`,
  body: { changes: [{ action: "MAKE_DICTIONARY_ADMIN", users: [{ userId }] }] },
});

const ofMany =
  (base: string) =>
  async ({ api, own }: WalkWorld) =>
    many(base, (await api.aUser({ organizationId: own.organizationId })).userId);

export const adminRows: Readonly<
  Record<keyof typeof userEndpoints | keyof typeof manyUserEndpoints, RouteRow>
> = {
  "POST /users/bulk": {
    may: systemAdmin,
    send: ofMany(USERS),
    elsewhere: () => ({ unknown: many(USERS, UNKNOWN_USER) }),
  },
  "GET /users": { may: systemAdmin, send: at(USERS) },
  "GET /users/export": { may: systemAdmin, send: at(`${USERS}/export`) },
  "POST /users": {
    may: systemAdmin,
    send: ({ own }) => ({
      url: USERS,
      body: newUser({ organizationId: own.organizationId }),
    }),
  },
  "GET /users/{id}": {
    may: systemAdmin,
    send: onUser(USERS),
    elsewhere: ofNoUser(),
  },
  "PATCH /users/{id}": {
    may: systemAdmin,
    send: onUser(USERS, "", rename),
    elsewhere: ofNoUser("", rename),
  },
  "POST /users/{id}/invitation/link": {
    may: systemAdmin,
    send: onUser(USERS, "/invitation/link", {}, { status: "INVITED" }),
    elsewhere: ofNoUser("/invitation/link", {}),
  },
  "POST /users/{id}/restore-email": {
    may: systemAdmin,
    send: onUser(USERS, "/restore-email", {}, { identityError: "EMAIL_CHANGED" }),
    elsewhere: ofNoUser("/restore-email", {}),
  },
  "DELETE /users/{id}/second-factors": {
    may: systemAdmin,
    send: onUser(USERS, "/second-factors"),
    elsewhere: ofNoUser("/second-factors"),
  },
  "POST /users/{id}/invitation": {
    may: systemAdmin,
    send: onUser(USERS, "/invitation", {}, { status: "INVITED" }),
    elsewhere: ofNoUser("/invitation", {}),
  },
};

export const staffRows: Readonly<
  Record<keyof typeof memberEndpoints | keyof typeof manyMemberEndpoints, RouteRow>
> = {
  "POST /users/bulk": {
    may: organizationAdmin,
    send: ofMany(MEMBERS),
    elsewhere: ({ foreign }) => ({
      foreign: many(MEMBERS, foreign.userId),
      unknown: many(MEMBERS, UNKNOWN_USER),
    }),
  },
  "GET /users": { may: members, send: at(MEMBERS) },
  "GET /users/export": { may: members, send: at(`${MEMBERS}/export`) },
  "POST /users": {
    may: organizationAdmin,
    send: () => ({ url: MEMBERS, body: newUser() }),
  },
  "GET /users/{id}": { may: members, send: onUser(MEMBERS), elsewhere: ofForeignUser() },
  "PATCH /users/{id}": {
    may: organizationAdmin,
    send: onUser(MEMBERS, "", rename),
    elsewhere: ofForeignUser("", rename),
  },
  "POST /users/{id}/invitation/link": {
    may: organizationAdmin,
    send: onUser(MEMBERS, "/invitation/link", {}, { status: "INVITED" }),
    elsewhere: ofForeignUser("/invitation/link", {}),
  },
  "POST /users/{id}/restore-email": {
    may: organizationAdmin,
    send: onUser(MEMBERS, "/restore-email", {}, { identityError: "EMAIL_CHANGED" }),
    elsewhere: ofForeignUser("/restore-email", {}),
  },
  "POST /users/{id}/invitation": {
    may: organizationAdmin,
    send: onUser(MEMBERS, "/invitation", {}, { status: "INVITED" }),
    elsewhere: ofForeignUser("/invitation", {}),
  },
};
