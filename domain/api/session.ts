import { pageOf } from "../paging.ts";
import {
  currentUser,
  invitationCode,
  invitationToken,
  userProfile,
  userProfileUpdate,
} from "../users/schemas.ts";
import { SIGN_IN_SORTS, sessionCreate, signIn } from "../users/session.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery } from "./parameters.ts";

export const sessionEndpoints = {
  "POST /session": {
    area: "admin",
    access: "session.create",
    operationId: "openSession",
    audit: "ログイン（管理画面）",
    summary: "Opens an admin session",
    description:
      "The ID token must come from a sign-in within the last 5 minutes. The answer sets the session cookie.",
    body: sessionCreate,
    bodyLimit: 16 * 1024,
    answers: { 204: null },
    idempotencyKey: false,
    callsPerMinute: 10,
    problems: [
      "UNAUTHENTICATED",
      "FORBIDDEN",
      "SIGN_IN_TOO_OLD",
      "SECOND_FACTOR_REQUIRED",
      "WAY_NOT_ALLOWED",
      "ACCOUNT_DISABLED",
      "EMAIL_CHANGED",
    ],
  },
  "DELETE /session": {
    area: "admin",
    access: "session.end",
    operationId: "endSession",
    audit: "ログアウト（管理画面）",
    summary: "Ends the admin session",
    answers: { 204: null },
  },
  "GET /sessions": {
    area: "admin",
    access: "admin.me",
    operationId: "listSessions",
    summary: "Lists the own sign-ins",
    query: listQuery({ sorts: SIGN_IN_SORTS, direction: "desc", filters: {} }),
    answers: { 200: pageOf(signIn) },
  },
  "DELETE /sessions/{id}": {
    area: "admin",
    access: "admin.me",
    operationId: "endOneSession",
    audit: "ログインを終了",
    summary: "Ends one of the own sign-ins at once, in both areas",
    params: idParams,
    answers: { 204: null },
  },
  "DELETE /sessions/others": {
    area: "admin",
    access: "admin.me",
    operationId: "endOtherSessions",
    audit: "ほかのログインを終了",
    summary: "Ends all other sign-ins of the signed-in system admin",
    answers: { 204: null },
  },
} satisfies Endpoints<"admin">;

/** A sign-in to the staff area is the bearer token alone; it has no session. */
export const signInEndpoints = {
  "DELETE /session": {
    ...sessionEndpoints["DELETE /session"],
    area: "staff",
    access: "profile.own",
    operationId: "signOut",
    audit: "ログアウト",
    summary: "Notes in the audit log that the signed-in user signs out",
    description: "The browser forgets the token; nothing else ends.",
  },
  "GET /sessions": {
    ...sessionEndpoints["GET /sessions"],
    area: "staff",
    access: "profile.own",
    operationId: "listSignIns",
  },
  "DELETE /sessions/{id}": {
    ...sessionEndpoints["DELETE /sessions/{id}"],
    area: "staff",
    access: "profile.own",
    operationId: "endOneSignIn",
  },
  "DELETE /sessions/others": {
    ...sessionEndpoints["DELETE /sessions/others"],
    area: "staff",
    access: "profile.own",
    operationId: "endOtherSignIns",
    summary: "Ends all other sign-ins of the signed-in user",
  },
} satisfies Endpoints<"staff">;

/** Of an invited person, who cannot sign in yet (docs/product/people.md#invitations). */
export const invitationEndpoints = {
  "POST /invitations/open": {
    area: "staff",
    access: "public",
    operationId: "openInvitation",
    audit: { none: "changes nothing; programs that look into mails open links too" },
    summary: "Exchanges the token of an invitation for a code that sets the first password",
    description:
      "For people of both areas, as often as they like until they have signed in. Calls with unknown tokens are limited per address and in all.",
    body: invitationToken,
    bodyLimit: 1024,
    answers: { 200: invitationCode },
    idempotencyKey: false,
    problems: ["INVITATION_NOT_FOUND", "INVITATION_ENDED"],
  },
  "POST /invitations/renew": {
    area: "staff",
    access: "public",
    operationId: "renewInvitation",
    audit: { none: "nobody is signed in; the mail goes to the invited address only" },
    summary: "Sends a new invitation to the address of one that may have ended",
    body: invitationToken,
    bodyLimit: 1024,
    answers: { 202: null },
    idempotencyKey: false,
    problems: ["INVITATION_NOT_FOUND", "MAIL_SENT_RECENTLY"],
  },
} satisfies Endpoints<"staff">;

export const currentUserEndpoints = {
  "GET /me": {
    area: "admin",
    access: "admin.me",
    operationId: "getCurrentUser",
    live: true,
    summary: "Reads the signed-in system admin",
    answers: { 200: currentUser },
  },
} satisfies Endpoints<"admin">;

export const profileEndpoints = {
  "GET /users/me": {
    area: "staff",
    access: "profile.own",
    operationId: "getProfile",
    live: true,
    summary: "Reads the own profile",
    answers: { 200: userProfile },
  },
  "PATCH /users/me": {
    area: "staff",
    access: "profile.own",
    operationId: "selectWorkspace",
    audit: { none: "It is a preference of the own screen." },
    summary: "Remembers the workspace that was selected last",
    body: userProfileUpdate,
    answers: { 200: userProfile },
  },
} satisfies Endpoints<"staff">;
