import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { LimitName } from "../../domain/problems/codes.ts";
import type { Database } from "../db/client.ts";
import { MOST_SNAPSHOTS, POOL_SIZE } from "../db/poolSizes.ts";
import { addressKey } from "../plugins/requestLimits.ts";
import { isUpload } from "../plugins/uploads.ts";
import type { Quota, WaitTimes } from "./concurrencyLimiter.ts";

/** More is forgotten, so that the server is not slow for a caller for long. */
const MOST_BACKLOG_MS = 3_000;
/** Above it, queues without a backlog are forgotten. */
const MOST_QUEUES = 1_000;

/** What is left of the work of a queue, as of an instant (a leaky bucket). */
interface Backlog {
  ms: number;
  at: number;
}

interface ThrottleOptions {
  /** How much work a queue may ask for at once. */
  burstMs: number;
  /** How many ms of the backlog drain per ms. */
  drainPerMs: number;
  /** How long a busy queue rests per ms of work. */
  restPerMs: number;
  /** Shorter than a request waits for a slot, so that one at a time is never refused. */
  longestRestMs: number;
  now?: () => number;
}

/**
 * Slows down a caller that keeps the server at work all the time (docs/decisions/024). The time that
 * requests of a queue are at work fills its backlog, which drains with time. A queue with a backlog of
 * more than a burst is busy: its requests are let in one after the other, each after a rest.
 */
export class Throttle {
  readonly #options: Required<ThrottleOptions>;
  readonly #backlogs = new Map<string, Backlog>();

  constructor(options: ThrottleOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  isBusy(queue: string): boolean {
    return this.#backlogOf(queue) > this.#options.burstMs;
  }

  /** Notes that a request was at work for so long; returns how long its slot rests, both in ms. */
  worked(queue: string, ms: number): number {
    const { burstMs, restPerMs, longestRestMs, now } = this.#options;
    const left = Math.min(this.#backlogOf(queue) + ms, MOST_BACKLOG_MS);
    this.#backlogs.set(queue, { ms: left, at: now() });
    if (this.#backlogs.size > MOST_QUEUES) this.#forgetEmpty();
    return left > burstMs ? Math.min(ms * restPerMs, longestRestMs) : 0;
  }

  #backlogOf(queue: string): number {
    const backlog = this.#backlogs.get(queue);
    if (!backlog) return 0;
    const { now, drainPerMs } = this.#options;
    return Math.max(0, backlog.ms - (now() - backlog.at) * drainPerMs);
  }

  #forgetEmpty(): void {
    for (const queue of this.#backlogs.keys()) {
      if (this.#backlogOf(queue) === 0) this.#backlogs.delete(queue);
    }
  }
}

/** Requests at work at once (docs/decisions/024); heavy ones are among them. */
const OWN = { user: 8, serviceKey: 8, address: 16, organization: 32 };
const OWN_HEAVY = { caller: 2, organization: 4 };
/** Several per connection of the pool, which keeps waits well below a second. */
const AT_WORK = 64;
/** Each may need a connection until it has been taken. */
const DOWNLOADS: Quota = {
  key: "downloads",
  most: MOST_SNAPSHOTS,
  of: "all",
  limit: "downloads",
};

/** Bodies in transit, which cost memory. */
const BODIES = { caller: 64, organization: 256 };
const UPLOADS = { caller: 8, organization: 16 };

interface Caller {
  key: string;
  most: number;
  organization: string | undefined;
}

/** Whom a request counts for: a user, a service key, or an address without a credential. */
function callerOf(request: FastifyRequest): Caller {
  const { user, service } = request;
  if (user) {
    const { userId, organizationId } = user;
    const organization = organizationId === null ? undefined : `organization ${organizationId}`;
    return { key: `user ${userId}`, most: OWN.user, organization };
  }
  if (service) {
    const key = `service key ${service.serviceKeyId}`;
    return { key, most: OWN.serviceKey, organization: undefined };
  }
  return { key: addressKey(request), most: OWN.address, organization: undefined };
}

/** Heavy is what keeps a connection or a thread busy for long. */
function kindOf({ routeOptions, query }: FastifyRequest): Kind {
  const { heavy = false, file } = routeOptions.config.endpoint ?? {};
  const isFile = file !== undefined;
  const isHeavy =
    typeof heavy === "boolean" ? heavy || isFile : Object.hasOwn(Object(query), heavy.withQuery);
  if (!isHeavy) return "light";
  return isFile ? "download" : "heavy";
}

/** How requests of a kind wait, and how often they may come. */
interface Turn {
  throttle: Throttle;
  waitMs: number;
  /** Of people, for what they have taken themselves: a screen asks for several things at once. */
  ownWaitMs: number;
}

/**
 * All requests at work: while the database is far, one per connection. More would only wait for
 * connections, for longer than the pool lets them.
 */
export function atWorkOf(roundTrip: Database["roundTrip"], poolSize = POOL_SIZE): Quota {
  return {
    key: "at work",
    get most() {
      return roundTrip.isFar ? Math.min(poolSize, AT_WORK) : AT_WORK;
    },
    of: "all",
    limit: "server",
  };
}

/** What callers share. */
interface OfAll {
  heavyOfAll: Quota;
  atWork: Quota;
}

/** Half of the pool's connections, so that lists and forms always find one. */
export function heavyAtWork(poolSize = POOL_SIZE): Quota {
  return { key: "heavy at work", most: Math.floor(poolSize / 2), of: "all", limit: "server" };
}

/** The quotas of which a request needs a slot for its work, and the queue in which it waits. */
export interface WorkQuotas {
  queue: string;
  quotas: readonly Quota[];
  times: WaitTimes;
  throttle: Throttle;
  throttled: Quota;
}

/** By what requests of a caller differ in the slots that they need. */
type Kind = "light" | "heavy" | "download";

type KindQuotas = Omit<WorkQuotas, "times">;

/** The quotas of a caller, as they were when it was last seen. */
interface Known {
  organizationId: number | null;
  kinds: Partial<Record<Kind, KindQuotas>>;
}

/** How many callers are remembered. */
const MOST_KNOWN = 10_000;

/**
 * Finds the slots that a request needs for its work, and the queue in which it waits for them. While the
 * database is far, every caller waits as people wait for themselves.
 */
export function workQuotasOf(
  turns: { light: Turn; heavy: Turn },
  { heavyOfAll, atWork }: OfAll,
): (request: FastifyRequest, isFar: boolean) => WorkQuotas {
  const users = new LRUCache<string, Known>({ max: MOST_KNOWN });
  const services = new LRUCache<number, Known>({ max: MOST_KNOWN });

  const quotasOf = (request: FastifyRequest, kind: Kind): KindQuotas => {
    const caller = callerOf(request);
    const heavy = kind !== "light";
    const queue = heavy ? `${caller.key} heavy` : caller.key;
    const { throttle } = heavy ? turns.heavy : turns.light;
    const throttled = throttledQuota(queue, throttle);
    const quotas = [throttled];
    if (heavy) addQuotas(quotas, "heavyRequests", OWN_HEAVY.caller, OWN_HEAVY.organization, caller);
    addQuotas(quotas, "requests", caller.most, OWN.organization, caller);
    quotas.push(atWork);
    if (heavy) quotas.push(heavyOfAll);
    if (kind === "download") quotas.push(DOWNLOADS);
    return { queue, quotas, throttle, throttled };
  };

  const knownOf = ({ user, service }: FastifyRequest): Known => {
    if (user) return remembered(users, user.userId, user.organizationId);
    if (service) return remembered(services, service.serviceKeyId, null);
    return { organizationId: null, kinds: {} };
  };

  return (request, isFar) => {
    const kind = kindOf(request);
    const { kinds } = knownOf(request);
    kinds[kind] ??= quotasOf(request, kind);
    const { waitMs, ownWaitMs } = kind === "light" ? turns.light : turns.heavy;
    const isPatient = isFar || request.user !== null;
    const times = { waitMs, ownWaitMs: isPatient ? ownWaitMs : waitMs, isForAll: isFar };
    return { ...kinds[kind], times };
  };
}

function remembered<Id extends string | number>(
  known: LRUCache<Id, Known>,
  id: Id,
  organizationId: number | null,
): Known {
  const before = known.get(id);
  if (before?.organizationId === organizationId) return before;
  const caller = { organizationId, kinds: {} };
  known.set(id, caller);
  return caller;
}

/** One request after the other, while the queue keeps the server at work. */
function throttledQuota(queue: string, throttle: Throttle): Quota {
  return {
    key: `${queue} at work`,
    get most() {
      return throttle.isBusy(queue) ? 1 : Number.POSITIVE_INFINITY;
    },
    of: "caller",
    limit: "throttle",
  };
}

/**
 * Whether a slot is free again when the answer begins. The caller keeps its own until it has taken
 * the answer, so that one that does not read takes nothing away from others.
 */
export function isFreeOnceAnswered(quota: Quota): boolean {
  return quota.of === "all" && quota !== DOWNLOADS;
}

/** The slots that the body of a request needs while it arrives. */
export function bodyQuotas(request: FastifyRequest): { queue: string; quotas: Quota[] } {
  const caller = callerOf(request);
  const quotas: Quota[] = [];
  if (isUpload(request)) addQuotas(quotas, "uploads", UPLOADS.caller, UPLOADS.organization, caller);
  else addQuotas(quotas, "bodies", BODIES.caller, BODIES.organization, caller);
  return { queue: caller.key, quotas };
}

/** The quota of the caller, and that of its organization. */
function addQuotas(
  quotas: Quota[],
  limit: LimitName,
  ofCaller: number,
  ofOrganization: number,
  { key, organization }: Caller,
): void {
  quotas.push({ key: `${key} ${limit}`, most: ofCaller, of: "caller", limit });
  if (organization === undefined) return;
  quotas.push({ key: `${organization} ${limit}`, most: ofOrganization, of: "caller", limit });
}
