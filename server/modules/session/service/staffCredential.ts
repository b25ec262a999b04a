import type { Deps } from "../../../context.ts";
import { Lookups } from "../../../db/lookups.ts";
import type { Authenticate } from "../../../plugins/access.ts";
import { unauthenticated } from "../../../problem.ts";
import { findUsers } from "../queries/users.ts";
import { accountOf } from "./accountOf.ts";

const BEARER = /^Bearer ([\w.~+/=-]{1,8192})$/i;

/** Staff area: a Firebase ID token as bearer. Cookies are ignored; flags come from our database. */
export function staffCredential(deps: Pick<Deps, "db" | "identity" | "now">): Authenticate {
  const users = new Lookups((userIds) => findUsers(deps.db, userIds));
  return async ({ headers }) => {
    const token = BEARER.exec(headers.authorization ?? "")?.[1];
    if (!token) throw unauthenticated();
    const verified = await deps.identity.verifyIdToken(token);
    return accountOf(deps, await users.find(verified.uid), verified);
  };
}
