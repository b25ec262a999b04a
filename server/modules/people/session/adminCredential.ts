import { subMinutes } from "date-fns";
import type { Deps } from "../../../context.ts";
import { Lookups } from "../../../db/lookups.ts";
import type { Authenticate } from "../../../plugins/access.ts";
import { unauthenticated } from "../../../problem.ts";
import { admitPerson } from "./admitPerson.ts";
import { IDLE_MINUTES, isFromPerson } from "./idle.ts";
import { findSessions, touchSession } from "./queries.ts";
import { sessionCookie } from "./sessionCookie.ts";
import { noteUse } from "./signIns.ts";

const TOUCH_AFTER_MINUTES = 1;

/**
 * Reads the session from our database each time, so that ending it counts at once
 * (docs/product/sign-in.md#admin-session).
 */
export function adminCredential(
  deps: Pick<Deps, "config" | "db" | "identity" | "log" | "now">,
): Authenticate {
  const { db, identity, now } = deps;
  const sessions = new Lookups((hashes: string[]) => findSessions(db, hashes));
  return async (request) => {
    const sent = sessionCookie(request);
    if (!sent) throw unauthenticated();
    const row = await sessions.find(sent.hash.toString("hex"));
    const at = now();
    const lives = row && row.expires_at > at && row.last_seen_at > subMinutes(at, IDLE_MINUTES);
    if (!lives) throw unauthenticated();
    const token = await identity.verifySessionCookie(sent.identityCookie);
    if (token.uid !== row.user_id) throw unauthenticated();
    const user = await admitPerson(deps, row, token, { area: "admin", ip: request.ip });
    if (isFromPerson(request, row)) {
      if (row.last_seen_at < subMinutes(at, TOUCH_AFTER_MINUTES)) {
        await touchSession(db, sent.hash, at);
      }
      const noting = row.sign_in_seen_at ? noteUse(deps, row, user) : undefined;
      if (noting) await noting;
    }
    return { user, service: null };
  };
}
