import { type Access, credentialsOf } from "../../../../domain/access.ts";
import { noServiceKey } from "../../../../domain/problems/sentences.ts";
import type { Deps } from "../../../context.ts";
import { Lookups } from "../../../db/lookups.ts";
import type { Authenticate } from "../../../plugins/access.ts";
import { type ProblemError, unauthenticated } from "../../../problem.ts";
import { isServiceKey } from "../../serviceKeys/service/keyText.ts";
import { serviceCredential } from "../../serviceKeys/service/serviceCredential.ts";
import { accountOf } from "./accountOf.ts";
import { findUsers } from "./queries.ts";
import { recordSignIn } from "./signInEvents.ts";
import { verifiedToken } from "./verifiedToken.ts";

const BEARER = /^Bearer ([\w.~+/=-]{1,8192})$/i;

/**
 * Staff area: a Firebase ID token or a service key as bearer. Cookies are ignored; flags and scopes
 * come from our database.
 */
export function staffCredential(deps: Pick<Deps, "db" | "identity" | "now" | "log">): Authenticate {
  const users = new Lookups((userIds: string[]) => findUsers(deps.db, userIds));
  const serviceOf = serviceCredential(deps);
  return async ({ headers, routeOptions }) => {
    const token = BEARER.exec(headers.authorization ?? "")?.[1];
    if (!token) throw missing(routeOptions.config.access);
    if (isServiceKey(token)) return { user: null, service: await serviceOf(token) };
    const verified = await verifiedToken(deps, token, (userId) => users.find(userId));
    const row = await users.find(verified.uid);
    const user = await accountOf(deps, row, verified);
    const isNew = !row?.signed_in_at || row.signed_in_at < user.signedInAt;
    if (isNew) await recordSignIn(deps.db, user);
    return { user, service: null };
  };
}

function missing(access: Access | undefined): ProblemError {
  const isForPrograms = access !== undefined && !credentialsOf(access).includes("user");
  return unauthenticated("UNAUTHENTICATED", isForPrograms ? { message: noServiceKey } : undefined);
}
