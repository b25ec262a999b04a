import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { type Access, can, credentialsOf, keyCan } from "../../domain/access.ts";
import type { Endpoint } from "../../domain/api/endpoint.ts";
import { runIn } from "../audit/acting.ts";
import type { Caller } from "../context.ts";
import { forbidden } from "../problem.ts";

export interface RegisteredRoute {
  method: string;
  url: string;
  access: Access;
  endpoint?: Endpoint | undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    registeredRoutes: RegisteredRoute[];
    /** Reads who sends a request and checks the access to its route; throws 401 and 403. */
    authenticate: Authenticate;
    /**
     * Looks the credential and the right up again unless that was within the last second: a body may
     * take long to arrive, and a user who was disabled or demoted meanwhile must not write.
     */
    renewCaller(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined;
  }
  interface FastifyRequest {
    /** When the caller was looked up, in ms of `performance.now()`. */
    callerKnownAt: number;
  }
}

/** How long a right may have been looked up before a write. */
const CALLER_KNOWN_FOR_MS = 1_000;

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;

export interface AccessOptions {
  areas: Readonly<Record<string, Authenticate>>;
}

/** Reads the caller and checks the right before anything else of a request is read. */
export const access = fp(async (app, { areas }: AccessOptions) => {
  const registeredRoutes: RegisteredRoute[] = [];
  app.decorate("registeredRoutes", registeredRoutes);
  app.decorateRequest("user", null);
  app.decorateRequest("service", null);
  app.decorateRequest("callerKnownAt", 0);

  const authenticates = (url: string): Authenticate | undefined => {
    const base = Object.keys(areas).find((path) => url.startsWith(`${path}/`));
    return base === undefined ? undefined : areas[base];
  };

  app.addHook("onRoute", ({ method, url, config }) => {
    const needed = config?.access;
    if (!needed) throw new Error(`${method} ${url} does not declare who may call it`);
    if (credentialsOf(needed).length > 0 && !authenticates(url)) {
      throw new Error(`${method} ${url} requires a credential, but its path has no authentication`);
    }
    for (const each of [method].flat())
      registeredRoutes.push({ method: each, url, access: needed, endpoint: config.endpoint });
  });

  app.decorate("authenticate", async (request, reply) => {
    const { config, url } = request.routeOptions;
    // A stream looks up its caller again later, outside of its request.
    const caller = await runIn(request, () => authenticates(url ?? "")?.(request, reply));
    if (!caller || !config.access) throw forbidden();
    if (mayCall(caller, config.access)) return caller;
    await app.recordForbidden(request, caller);
    throw forbidden();
  });

  const lookUp = (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const since = performance.now();
    return app.authenticate(request, reply).then(({ user, service }) => {
      request.user = user;
      request.service = service;
      request.callerKnownAt = since;
    });
  };
  app.decorate("renewCaller", (request, reply) => {
    const isKnown = request.user !== null || request.service !== null;
    const age = performance.now() - request.callerKnownAt;
    return isKnown && age > CALLER_KNOWN_FOR_MS ? lookUp(request, reply) : undefined;
  });

  app.addHook("onRequest", (request, reply, done) => {
    const needed = request.routeOptions.config.access;
    if (request.is404 || !needed || credentialsOf(needed).length === 0) done();
    else lookUp(request, reply).then(() => done(), done);
  });
  // Before an Idempotency-Key is claimed; a handler that had to wait for one looks again.
  app.addHook("preHandler", (request, reply, done) => {
    const renewing = app.renewCaller(request, reply);
    if (renewing) renewing.then(() => done(), done);
    else done();
  });
});

function mayCall({ user, service }: Caller, needed: Access): boolean {
  return user ? can(user, needed) : keyCan(service.scopes, needed);
}
