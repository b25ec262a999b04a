import type { Deps } from "../../../context.ts";
import { Lookups } from "../../../db/lookups.ts";
import { TokenInvalidError } from "../../../identity/identity.ts";
import type { Authenticate } from "../../../plugins/access.ts";
import { unauthenticated } from "../../../problem.ts";
import { isServiceKey } from "../../serviceKeys/service/keyText.ts";
import { serviceCredential } from "../../serviceKeys/service/serviceCredential.ts";
import { accountOf, presentSignedIn } from "./accountOf.ts";
import { findUsers } from "./queries.ts";
import { recordRefusedSignIn, recordSignIn } from "./signInEvents.ts";

const BEARER = /^Bearer ([\w.~+/=-]{1,8192})$/i;

/**
 * Staff area: a Firebase ID token or a service key as bearer. Cookies are ignored; flags and scopes
 * come from our database.
 */
export function staffCredential(deps: Pick<Deps, "db" | "identity" | "now" | "log">): Authenticate {
  const users = new Lookups((userIds: string[]) => findUsers(deps.db, userIds));
  const serviceOf = serviceCredential(deps);
  /** The signature was right, so that the token names its person. */
  const recordDisabled = async (token: string) => {
    const row = await users.find(subjectOf(token));
    if (row) await recordRefusedSignIn(deps, presentSignedIn(row, deps.now()));
  };
  return async ({ headers }) => {
    const token = BEARER.exec(headers.authorization ?? "")?.[1];
    if (!token) throw unauthenticated();
    if (isServiceKey(token)) return { user: null, service: await serviceOf(token) };
    const verified = await deps.identity.verifyIdToken(token).catch(async (error: unknown) => {
      if (isDisabled(error)) await recordDisabled(token);
      throw error;
    });
    const row = await users.find(verified.uid);
    const user = await accountOf(deps, row, verified);
    const isNew = !row?.signed_in_at || row.signed_in_at < user.signedInAt;
    if (isNew) await recordSignIn(deps.db, user);
    return { user, service: null };
  };
}

function isDisabled(error: unknown): boolean {
  return error instanceof TokenInvalidError && error.reason === "disabled";
}

/** The claim `sub` of a token whose signature was verified; empty if it has none (RFC 7519, 4.1.2). */
function subjectOf(token: string): string {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"),
    );
    return String(Object(claims).sub ?? "");
  } catch {
    return "";
  }
}
