import { z } from "zod";
import { SESSION_BODY_LIMIT } from "../../bodyLimits.ts";
import { type AreaRoutes, signedIn } from "../../context.ts";
import { perAddress } from "../../plugins/requestLimits.ts";
import { endOtherSignIns } from "./endSignIns.ts";
import { endSession, openSession } from "./service.ts";
import { cookieName, cookieOptions, sessionCookie } from "./sessionCookie.ts";

/** No token of Firebase comes near this size. */
const sessionCreate = z.strictObject({ idToken: z.string().min(1).max(8192) });
const nothing = z.undefined();

/** Admin area: the session in a cookie. */
export const sessionRoutes: AreaRoutes = (app, deps) => {
  app.post(
    "/session",
    {
      config: {
        access: "session.create",
        rateLimit: { ...perAddress, max: 10, timeWindow: 60_000 },
      },
      bodyLimit: SESSION_BODY_LIMIT,
      schema: { body: sessionCreate, response: { 204: nothing } },
    },
    async (request, reply) => {
      const previous = sessionCookie(request);
      const cookie = await openSession(deps, request.body.idToken);
      if (previous) await endSession(deps, previous.hash);
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

  app.delete(
    "/sessions/others",
    { config: { access: "admin.me" }, schema: { response: { 204: nothing } } },
    async (request, reply) => {
      await endOtherSignIns(deps, signedIn(request), sessionCookie(request)?.hash);
      return reply.code(204).send();
    },
  );
};

/** Staff area: a sign-in is the bearer token alone. */
export const signInRoutes: AreaRoutes = (app, deps) => {
  app.delete(
    "/sessions/others",
    { config: { access: "profile.own" }, schema: { response: { 204: nothing } } },
    async (request, reply) => {
      await endOtherSignIns(deps, signedIn(request));
      return reply.code(204).send();
    },
  );
};
