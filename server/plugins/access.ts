import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { type Access, can, credentialOf } from "../../domain/access.ts";
import type { Endpoint } from "../../domain/api/endpoint.ts";
import type { SignedIn } from "../context.ts";
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
    /** Reads the user of a request and checks the access to its route; throws 401 and 403. */
    authenticate: Authenticate;
  }
}

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<SignedIn>;

export interface AccessOptions {
  areas: Readonly<Record<string, Authenticate>>;
}

/** Reads the user and checks the right before anything else of a request is read. */
export const access = fp(async (app, { areas }: AccessOptions) => {
  const registeredRoutes: RegisteredRoute[] = [];
  app.decorate("registeredRoutes", registeredRoutes);
  app.decorateRequest("user", null);

  const authenticates = (url: string): Authenticate | undefined => {
    const base = Object.keys(areas).find((path) => url.startsWith(`${path}/`));
    return base === undefined ? undefined : areas[base];
  };

  app.addHook("onRoute", ({ method, url, config }) => {
    const needed = config?.access;
    if (!needed) throw new Error(`${method} ${url} does not declare who may call it`);
    const credential = credentialOf(needed);
    if (credential === "service" || (credential === "user" && !authenticates(url))) {
      throw new Error(`${method} ${url} requires a credential, but its path has no authentication`);
    }
    for (const each of [method].flat())
      registeredRoutes.push({ method: each, url, access: needed, endpoint: config.endpoint });
  });

  app.decorate("authenticate", async (request, reply) => {
    const { config, url } = request.routeOptions;
    const user = await authenticates(url ?? "")?.(request, reply);
    if (!user || !config.access || !can(user, config.access)) throw forbidden();
    return user;
  });

  app.addHook("onRequest", async (request, reply) => {
    const needed = request.routeOptions.config.access;
    if (request.is404 || !needed || credentialOf(needed) !== "user") return;
    request.user = await app.authenticate(request, reply);
  });
});
