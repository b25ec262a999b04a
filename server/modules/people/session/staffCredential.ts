import { type Access, credentialsOf } from "../../../../domain/access.ts";
import { noServiceKey } from "../../../../domain/problems/sentences.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import { Lookups } from "../../../db/lookups.ts";
import type { Authenticate } from "../../../plugins/access.ts";
import { type ProblemError, unauthenticated } from "../../../problem.ts";
import { isServiceKey } from "../../serviceKeys/service/keyText.ts";
import { serviceCredential } from "../../serviceKeys/service/serviceCredential.ts";
import { admitPerson } from "./admitPerson.ts";
import { isFromPerson } from "./idle.ts";
import { joinOnFirstSignIn } from "./joinOnFirstSignIn.ts";
import { findUsers, signInKey } from "./queries.ts";
import { noteUse, recordSignIn } from "./signIns.ts";
import { verifiedToken } from "./verifiedToken.ts";

const BEARER = /^Bearer ([\w.~+/=-]{1,8192})$/i;

/**
 * Staff area: a Firebase ID token or a service key as bearer. Cookies are ignored; flags and scopes
 * come from our database.
 */
export function staffCredential(
  deps: Pick<Deps, "config" | "db" | "identity" | "now" | "log">,
): Authenticate {
  const users = new Lookups((keys: string[]) => findUsers(deps.db, keys));
  const serviceOf = serviceCredential(deps);
  /** A page asks for several things at once; each would wait for the row that the first has locked. */
  const recording = new Map<string, Promise<void>>();
  const recordOnce = (key: string, user: SignedIn) => {
    const recorded =
      recording.get(key) ?? recordSignIn(deps, user).finally(() => recording.delete(key));
    recording.set(key, recorded);
    return recorded;
  };
  return async (request) => {
    const { headers, routeOptions } = request;
    const token = BEARER.exec(headers.authorization ?? "")?.[1];
    if (!token) throw missing(routeOptions.config.access);
    if (isServiceKey(token)) return { user: null, service: await serviceOf(token) };
    const verified = await verifiedToken(deps, token);
    const key = signInKey(verified);
    let row = await users.find(key);
    if (!row && (await joinOnFirstSignIn(deps, verified))) row = await users.find(key);
    const user = await admitPerson(deps, row, verified, { area: "staff", ip: request.ip });
    if (!row?.signed_in_at || row.signed_in_at < user.signedInAt) await recordOnce(key, user);
    else if (isFromPerson(request, row)) await noteUse(deps, row, user);
    return { user, service: null };
  };
}

function missing(access: Access | undefined): ProblemError {
  const isForPrograms = access !== undefined && !credentialsOf(access).includes("user");
  return unauthenticated("UNAUTHENTICATED", isForPrograms ? { message: noServiceKey } : undefined);
}
