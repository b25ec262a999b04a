import { z } from "zod";
import type { AreaRoutes } from "../../context.ts";
import { endSession, openSession } from "./service.ts";
import { cookieName, cookieOptions, sessionCookie } from "./sessionCookie.ts";

/** No token of Firebase comes near this size. */
const sessionCreate = z.strictObject({ idToken: z.string().min(1).max(8192) });
const nothing = z.undefined();

export const sessionRoutes: AreaRoutes = (app, deps) => {
  app.post(
    "/session",
    {
      config: { access: "session.create", rateLimit: { max: 10, timeWindow: 60_000 } },
      schema: { body: sessionCreate, response: { 204: nothing } },
    },
    async (request, reply) => {
      const previous = sessionCookie(request);
      const cookie = await openSession(deps, request.body.idToken);
      if (previous && previous.cookie !== cookie) await endSession(deps, previous.hash);
      return reply
        .code(204)
        .setCookie(cookieName(request), cookie, {
          ...cookieOptions(request),
          maxAge: deps.config.sessionHours * 3600,
        })
        .send();
    },
  );

  app.delete(
    "/session",
    { config: { access: "session.end" }, schema: { response: { 204: nothing } } },
    async (request, reply) => {
      const sent = sessionCookie(request);
      if (sent) await endSession(deps, sent.hash);
      return reply.code(204).clearCookie(cookieName(request), cookieOptions(request)).send();
    },
  );
};
