import type { FastifyRequest } from "fastify";
import type { Service, SignedIn } from "../context.ts";
import type { Acting, Actor } from "./acting.ts";

const LONGEST_AGENT = 500;

/** Who sends a request, what for and where from; a person is named by the database of this moment. */
export function requestActing(
  request: FastifyRequest,
  { user, service }: Pick<FastifyRequest, "user" | "service"> = request,
): Acting {
  const { id, ip, headers, routeOptions } = request;
  return {
    actor: actorOf(user, service),
    operation: routeOptions.config.endpoint?.operationId ?? `${request.method} ${routeOptions.url}`,
    requestId: id,
    address: ip,
    userAgent: headers["user-agent"]?.slice(0, LONGEST_AGENT) ?? null,
  };
}

function actorOf(user: SignedIn | null, service: Service | null): Actor {
  if (user) {
    const { userId: id, userName: name, organizationId } = user;
    return { kind: "user", id, name, organizationId };
  }
  if (service) {
    const { serviceKeyId, name } = service;
    return { kind: "serviceKey", id: String(serviceKeyId), name, organizationId: null };
  }
  // Before a sign-in nobody is known; what is recorded then names its person (actAsUser).
  return { kind: "system", id: null, name: "", organizationId: null };
}
