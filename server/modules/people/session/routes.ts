import { sessionEndpoints, signInEndpoints } from "../../../../domain/api/session.ts";
import type { AreaRoutes } from "../../../context.ts";
import { implement } from "../../../implement.ts";
import { endOtherSignIns } from "./endSignIns.ts";
import { cookieName, cookieOptions, sessionCookie } from "./sessionCookie.ts";
import { endSession, openSession } from "./sessions.ts";

export const sessionRoutes: AreaRoutes = (app, deps) =>
  implement(app, sessionEndpoints, {
    "POST /session": async ({ request, reply, body }) => {
      const previous = sessionCookie(request);
      const cookie = await openSession(deps, body.idToken);
      if (previous) await endSession(deps, previous.hash, body);
      reply.setCookie(cookieName(request), cookie, {
        ...cookieOptions(request),
        maxAge: deps.config.sessionHours * 3600,
      });
    },
    "DELETE /session": async ({ request, reply }) => {
      const sent = sessionCookie(request);
      if (sent) await endSession(deps, sent.hash);
      reply.clearCookie(cookieName(request), cookieOptions(request));
    },
    "DELETE /sessions/others": ({ request, user }) =>
      endOtherSignIns(deps, user, sessionCookie(request)?.hash),
  });

/** The staff area has no sessions: the bearer token is the sign-in. */
export const signInRoutes: AreaRoutes = (app, deps) =>
  implement(app, signInEndpoints, {
    "DELETE /sessions/others": ({ user }) => endOtherSignIns(deps, user),
  });
