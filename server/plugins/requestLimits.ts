import fastifyRateLimit, { normalizeIP } from "@fastify/rate-limit";
import fp from "fastify-plugin";
import type { Deps } from "../context.ts";
import { type ProblemError, tooMany } from "../problem.ts";

const WINDOW_MS = 60_000;
/** Callers and addresses each; beyond that the least recently seen are dropped. */
const REMEMBERED = 10_000;

declare module "fastify" {
  interface FastifyInstance {
    /** Counts an answer of 401; returns the 429 to send instead if there were too many. */
    countUnauthenticated(request: FastifyRequest): Promise<ProblemError | undefined>;
  }
}

export function limitsPerMinute(user: number) {
  return {
    user,
    serviceKey: user * 5,
    address: user * 5,
    unauthenticated: Math.max(1, Math.round(user / 20)),
  };
}

/**
 * An IPv6 /64 network counts as one address. A connection that was reset has none any more: together
 * these count as one, too.
 */
export function addressKey({ ip }: { ip: string | undefined }): string {
  return `address ${normalizeIP(ip ?? "")}`;
}

/** Options of a limit per address. */
export const perAddress = {
  keyGenerator: addressKey,
  allowList: [],
};

/** Wrong credentials get 429, valid ones never, because an office may share an address. */
export const requestLimits = fp(async (app, { config }: Pick<Deps, "config">) => {
  const limits = limitsPerMinute(config.rateLimitPerMinute);
  await app.register(fastifyRateLimit, {
    max: ({ service }) => (service ? limits.serviceKey : limits.user),
    timeWindow: WINDOW_MS,
    cache: REMEMBERED,
    keyGenerator: ({ user, service }) =>
      service ? `service key ${service.serviceKeyId}` : `user ${user?.userId}`,
    allowList: ({ user, service }) => !user && !service,
    enableDraftSpec: true,
    errorResponseBuilder: (_, { ttl }) => tooMany(ttl / 1000),
  });
  const ofAddress = app.createRateLimit({ ...perAddress, max: limits.address });
  const unauthenticated = app.createRateLimit({ ...perAddress, max: limits.unauthenticated });

  app.addHook("onRequest", async (request, reply) => {
    if (request.is404 || request.routeOptions.config.rateLimit === false) return;
    const count = await ofAddress(request);
    if (count.isAllowed) return;
    // A route's own limit and the limit of the caller replace these.
    reply.headers({
      "ratelimit-limit": count.max,
      "ratelimit-remaining": count.remaining,
      "ratelimit-reset": count.ttlInSeconds,
    });
    if (count.isExceeded) throw tooMany(count.ttlInSeconds);
  });

  app.decorate("countUnauthenticated", async (request) => {
    const count = await unauthenticated(request);
    return !count.isAllowed && count.isExceeded ? tooMany(count.ttlInSeconds) : undefined;
  });
});
