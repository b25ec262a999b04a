import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import type { Deps } from "../context.ts";
import { limitReached, type ProblemError } from "../problem.ts";

/** Keys beyond these are dropped, the least recently seen first. */
const REMEMBERED = 10_000;

interface Window {
  used: number;
  beganAt: number;
}

interface WindowUse {
  most: number;
  remaining: number;
  isExceeded: boolean;
  /** Until the window is over, in ms. */
  leftMs: number;
}

/** Counts per key in windows of equal length, each of which begins with the first use of the key. */
class WindowQuota<Key extends string | number = string> {
  readonly #windowMs: number;
  readonly #windows = new LRUCache<Key, Window>({ max: REMEMBERED });

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  use(key: Key, most: number): WindowUse {
    const now = Date.now();
    const known = this.#windows.get(key);
    const isOver = !known || now - known.beganAt >= this.#windowMs;
    const window = isOver ? { used: 0, beganAt: now } : known;
    if (isOver) this.#windows.set(key, window);
    window.used += 1;
    return {
      most,
      remaining: Math.max(0, most - window.used),
      isExceeded: window.used > most,
      leftMs: this.#windowMs - (now - window.beganAt),
    };
  }
}

const WINDOW_MS = 60_000;
/** Of an IPv6 address, whose first half names a network. */
const NETWORK_PARTS = 4;
const MOST_NETWORKS = 10_000;

declare module "fastify" {
  interface FastifyInstance {
    /** Counts an answer of 401; returns the 429 to send instead if there were too many. */
    countUnauthenticated(request: FastifyRequest): ProblemError | undefined;
    /** The same for an invitation that nobody has, which counts for all addresses together, too. */
    countUnknownInvitation(request: FastifyRequest): ProblemError | undefined;
  }
  interface FastifyContextConfig {
    /** Whether the route can be called without limit. */
    unlimited?: boolean;
  }
}

export function limitsPerMinute(user: number) {
  return {
    user,
    serviceKey: user * 5,
    address: user * 5,
    unauthenticated: Math.max(1, Math.round(user / 20)),
    unknownInvitations: user,
  };
}

/**
 * An IPv6 /64 network counts as one address. A connection that was reset has none any more: together
 * these count as one, too.
 */
export function addressKey({ ip }: { ip: string | undefined }): string {
  return `address ${networkOf(ip ?? "")}`;
}

/** Reading an IPv6 address takes longer than to count it. */
const networks = new LRUCache<string, string>({ max: MOST_NETWORKS });

function networkOf(ip: string): string {
  if (!ip.includes(":")) return ip.toLowerCase();
  const known = networks.get(ip);
  if (known !== undefined) return known;
  const network = readNetwork(ip);
  networks.set(ip, network);
  return network;
}

function readNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip.toLowerCase();
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return address.parts.slice(0, NETWORK_PARTS).join(":");
}

/** Wrong credentials get 429, valid ones never, because an office may share an address. */
export const requestLimits = fp(async (app, { config }: Pick<Deps, "config">) => {
  const limits = limitsPerMinute(config.rateLimitPerMinute);
  const ofUsers = new WindowQuota<string>(WINDOW_MS);
  const ofServiceKeys = new WindowQuota<number>(WINDOW_MS);
  const ofAddresses = new WindowQuota(WINDOW_MS);
  const ofUnauthenticated = new WindowQuota(WINDOW_MS);
  const ofUnknownInvitations = new WindowQuota(WINDOW_MS);

  app.addHook("onRequest", (request, reply, done) => {
    if (request.is404 || request.routeOptions.config.unlimited) return done();
    const use = ofAddresses.use(addressKey(request), limits.address);
    // A route's own limit and the limit of the caller replace the headers.
    done(tellUse(reply, use));
  });
  // After all hooks of the application, which find out who calls.
  app.addHook("onRoute", (route) => {
    if (route.config?.unlimited) return;
    const perMinute = route.config?.endpoint?.callsPerMinute;
    const ofRoute = perMinute === undefined ? undefined : new WindowQuota(WINDOW_MS);
    const count = (request: FastifyRequest) =>
      ofRoute && perMinute !== undefined
        ? ofRoute.use(addressKey(request), perMinute)
        : countCaller(request);
    route.onRequest = [route.onRequest ?? []].flat();
    route.onRequest.push((request, reply, done) => {
      const use = count(request);
      done(use && tellUse(reply, use));
    });
  });

  function countCaller({ user, service }: FastifyRequest): WindowUse | undefined {
    if (service) return ofServiceKeys.use(service.serviceKeyId, limits.serviceKey);
    return user ? ofUsers.use(user.userId, limits.user) : undefined;
  }

  app.decorate("countUnauthenticated", (request) => {
    const use = ofUnauthenticated.use(addressKey(request), limits.unauthenticated);
    return use.isExceeded
      ? limitReached("TOO_MANY_REQUESTS", "refusedCredentials", use.leftMs / 1_000)
      : undefined;
  });
  app.decorate("countUnknownInvitation", (request) => {
    const ofAddress = app.countUnauthenticated(request);
    const use = ofUnknownInvitations.use("all", limits.unknownInvitations);
    if (ofAddress || !use.isExceeded) return ofAddress;
    return limitReached("TOO_MANY_REQUESTS", "unknownInvitations", use.leftMs / 1_000);
  });
});

/** Says in headers how much is left; returns the problem if nothing is. */
function tellUse(
  reply: FastifyReply,
  { most, remaining, leftMs, isExceeded }: WindowUse,
): ProblemError | undefined {
  reply.header("ratelimit-limit", most);
  reply.header("ratelimit-remaining", remaining);
  reply.header("ratelimit-reset", Math.ceil(leftMs / 1_000));
  return isExceeded
    ? limitReached("TOO_MANY_REQUESTS", "requestsPerMinute", leftMs / 1_000)
    : undefined;
}
