import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../domain/api/endpoint.ts";
import type { Database } from "../db/client.ts";
import { MOST_SNAPSHOTS, POOL_SIZE } from "../db/poolSizes.ts";
import { addressKey } from "../plugins/requestLimits.ts";
import { isUpload } from "../plugins/uploads.ts";
import type { Pace } from "./pace.ts";
import type { Patience, Share } from "./places.ts";

/** Requests at work at once (docs/decisions/024); heavy ones are among them. */
const OWN = { user: 8, serviceKey: 8, address: 16, organization: 32 };
const OWN_HEAVY = { caller: 2, organization: 4 };
/** Several per connection of the pool, which keeps waits well below a second. */
const AT_WORK = 64;
/** Each may need a connection until it has been taken. */
const DOWNLOADS: Share = { key: "downloads", most: MOST_SNAPSHOTS, of: "all" };

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

/** Whether a request keeps a connection or a thread busy for long. */
function isHeavy({ query }: FastifyRequest, endpoint: Endpoint | undefined): boolean {
  const { heavy = false, file } = endpoint ?? {};
  if (typeof heavy === "boolean") return heavy || file !== undefined;
  return Object.hasOwn(Object(query), heavy.withQuery);
}

/** How requests of a kind wait, and how often they may come. */
interface Turn {
  pace: Pace;
  waitMs: number;
  /** Of people, for what they have taken themselves: a screen asks for several things at once. */
  ownWaitMs: number;
}

interface Turns {
  light: Turn;
  heavy: Turn;
}

/**
 * All requests at work: while the database is far, one per connection. More would only wait for
 * connections, for longer than the pool lets them.
 */
export function atWorkOf(roundTrip: Database["roundTrip"], poolSize = POOL_SIZE): Share {
  return {
    key: "at work",
    get most() {
      return roundTrip.isFar ? Math.min(poolSize, AT_WORK) : AT_WORK;
    },
    of: "all",
  };
}

/** What callers share. */
interface OfAll {
  heavyOfAll: Share;
  atWork: Share;
  isFar: boolean;
}

/** Half of the pool's connections, so that lists and forms always find one. */
export function heavyAtWork(poolSize = POOL_SIZE): Share {
  return { key: "heavy at work", most: Math.floor(poolSize / 2), of: "all" };
}

/**
 * The places that a request needs for its work, and the line in which it waits for them. While the
 * database is far, every caller waits as people wait for themselves.
 */
export function workShares(
  request: FastifyRequest,
  turns: Turns,
  { heavyOfAll, atWork, isFar }: OfAll,
): { line: string; shares: Share[]; patience: Patience; pace: Pace; paced: Share } {
  const caller = callerOf(request);
  const { endpoint } = request.routeOptions.config;
  const limits = { caller: caller.most, organization: OWN.organization };
  const shares = [...sharesOf("requests", limits, caller), atWork];
  let [line, turn] = [caller.key, turns.light];
  if (isHeavy(request, endpoint)) {
    [line, turn] = [`${caller.key} heavy`, turns.heavy];
    shares.unshift(...sharesOf("heavy", OWN_HEAVY, caller));
    shares.push(heavyOfAll);
    if (endpoint?.file !== undefined) shares.push(DOWNLOADS);
  }
  const { pace, waitMs, ownWaitMs } = turn;
  const paced = pacedShare(line, pace);
  const isPatient = isFar || request.user !== null;
  const patience = { waitMs, ownWaitMs: isPatient ? ownWaitMs : waitMs, isForAll: isFar };
  return { line, shares: [paced, ...shares], patience, pace, paced };
}

/** One request after the other, while the line keeps the server at work. */
function pacedShare(line: string, pace: Pace): Share {
  return {
    key: `${line} at work`,
    get most() {
      return pace.isBusy(line) ? 1 : Number.POSITIVE_INFINITY;
    },
    of: "caller",
  };
}

/**
 * Whether a share is free again when the answer begins. The caller keeps its own until it has taken
 * the answer, so that one that does not read takes nothing away from others.
 */
export function isFreeOnceAnswered(share: Share): boolean {
  return share.of === "all" && share !== DOWNLOADS;
}

/** The places that the body of a request needs while it arrives. */
export function bodyShares(request: FastifyRequest): { line: string; shares: Share[] } {
  const caller = callerOf(request);
  const shares = isUpload(request)
    ? sharesOf("uploads", UPLOADS, caller)
    : sharesOf("bodies", BODIES, caller);
  return { line: caller.key, shares };
}

function sharesOf(
  what: string,
  limits: { caller: number; organization: number },
  { key, organization }: Caller,
): Share[] {
  const own: Share = { key: `${key} ${what}`, most: limits.caller, of: "caller" };
  if (organization === undefined) return [own];
  return [own, { key: `${organization} ${what}`, most: limits.organization, of: "caller" }];
}
