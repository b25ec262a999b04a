import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { type Access, can, credentialsOf, keyCan } from "../../domain/access.ts";
import type { Endpoint } from "../../domain/api/endpoint.ts";
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
  }
}

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
    const caller = await authenticates(url ?? "")?.(request, reply);
    if (!caller || !config.access || !mayCall(caller, config.access)) throw forbidden();
    return caller;
  });

  app.addHook("onRequest", async (request, reply) => {
    const needed = request.routeOptions.config.access;
    if (request.is404 || !needed || credentialsOf(needed).length === 0) return;
    const { user, service } = await app.authenticate(request, reply);
    request.user = user;
    request.service = service;
  });
});

function mayCall({ user, service }: Caller, needed: Access): boolean {
  return user ? can(user, needed) : keyCan(service.scopes, needed);
}
