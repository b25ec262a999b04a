import type { FastifyRequest } from "fastify";
import { type Action, can } from "../../domain/access.ts";
import type { Member, SignedInUser } from "../context.ts";
import { forbidden, unauthenticated } from "../problem.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the route is, in the one table of rights (domain/access.ts). */
    access?: Action;
  }
  interface FastifyRequest {
    /** The signed-in person; null on public routes. Read it by userOf or memberOf. */
    user: SignedInUser | null;
  }
}

/** The action a route stands for; a route without one must not exist. */
export function accessOf(config: { access?: Action } | undefined, url: string): Action {
  if (!config?.access) throw new Error(`route ${url} does not say who may call it`);
  return config.access;
}

/** Refuses a person without the right, 403. */
export function authorize(request: FastifyRequest, user: SignedInUser): void {
  const { config, url } = request.routeOptions;
  if (!can(user, accessOf(config, url ?? request.url))) throw forbidden();
  request.user = user;
}

/** The signed-in person of a route that asks for one. */
export function userOf(request: FastifyRequest): SignedInUser {
  if (!request.user) throw unauthenticated();
  return request.user;
}

/** The signed-in person with an organization; a system admin without one is refused. */
export function memberOf(request: FastifyRequest): Member {
  const { organizationId, ...user } = userOf(request);
  if (organizationId === null) throw forbidden();
  return { ...user, organizationId };
}
