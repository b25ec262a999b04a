import { pageOf } from "../paging.ts";
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
