import underPressure from "@fastify/under-pressure";
import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from "fastify";
import fp from "fastify-plugin";
import type { Deps } from "../context.ts";
import { addingTheWay } from "../db/roundTrip.ts";
import { Pace } from "../load/pace.ts";
import { NoPlaceError, type Patience, type Place, Places, type Share } from "../load/places.ts";
import {
  atWorkOf,
  bodyShares,
  heavyAtWork,
  isFreeOnceAnswered,
  workShares,
} from "../load/requestShares.ts";
import { requestsShed } from "../metrics/counted.ts";
import { overloaded, tooManyAtOnce } from "../problem.ts";
import { hasBody } from "./requestRules.ts";
import { goneSignal, isUpload } from "./uploads.ts";

const LATE_MS = 200;
const FEW_AT_WORK = 20;
const LOOK_EVERY_MS = 250;
const WAIT_MS = 1_000;
/** Requests of a person's own screens wait for each other, shorter than a request may take in all. */
const OWN_WAIT_MS = 20_000;
const MOST_IN_LINE = 64;
const MOST_PATIENT = 32;
/** What waits in all lines together is answered in time by a server that is not overloaded. */
const MOST_WAITING = 256;
const AGAIN_AFTER_SECONDS = 2;

/** How long a caller may keep the server at work, with RATE_LIMIT_PER_MINUTE at its default. */
const LIGHT = { paidPerMs: 0.5, burstMs: 1_000, restPerMs: 1, longestRestMs: 800 };
const HEAVY = { paidPerMs: 0.1, burstMs: 300, restPerMs: 9, longestRestMs: 2_700 };
/** Heavy requests of a caller wait for each other. */
const HEAVY_WAIT_MS = 3_000;
const DEFAULT_LIMIT = 1_200;

/** By default those of production. */
export interface LoadOptions {
  /** The average delay of the event loop above which most requests are rejected. */
  lateMs?: number;
  /** How long a request waits for its place. */
  waitMs?: number;
  /** How long it waits for one that the same person has taken. */
  ownWaitMs?: number;
  /** The clock of the work that callers owe. */
  workClock?: () => number;
}

interface LoadParts extends LoadOptions, Pick<Deps, "config" | "database"> {}

/** A request that has its places. */
interface Work {
  line: string;
  place: Place;
  pace: Pace;
  paced: Share;
  began: number;
  /** How much of the time since then was no work. */
  onTheWayMs: number;
  isOver: boolean;
}

interface PlaceWanted {
  line: string;
  shares: readonly Share[];
  patience: Patience;
  reply: FastifyReply;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Requests that have a place now, and those that wait for one. */
    work(): { atWork: number; waiting: number };
  }
  interface FastifyContextConfig {
    neverShed?: boolean;
  }
  interface FastifyRequest {
    bodyPlace: Place | null;
    work: Work | null;
  }
}

/**
 * Limits the requests at work per caller and in all (docs/decisions/024). What a person's own screens
 * ask for at once waits for its turn (docs/decisions/095); a caller that asks for too much gets 429;
 * what the server cannot carry waits for a second and then gets 503. A caller that keeps the server at
 * work all the time is slowed down. While the database is far, requests wait longer and nobody gets
 * 429 (docs/decisions/089). Bodies in transit, answers in
 * transit and open streams take nothing away from other callers.
 */
export const loadShedding = fp(async (app, options: LoadParts) => {
  const {
    config,
    database: { roundTrip },
    lateMs = LATE_MS,
    waitMs = WAIT_MS,
    ownWaitMs = OWN_WAIT_MS,
    workClock: now = () => performance.now(),
  } = options;
  const limits = { waitMs, mostInLine: MOST_IN_LINE, mostPatient: MOST_PATIENT };
  const places = new Places(limits);
  const bodies = new Places(limits);
  const { database } = config;
  const poolSize = database.kind === "postgres" ? database.poolSize : undefined;
  const heavyOfAll = heavyAtWork(poolSize);
  const atWork = atWorkOf(roundTrip, poolSize);
  const scale = config.rateLimitPerMinute / DEFAULT_LIMIT;
  const paceOf = ({ paidPerMs, burstMs, ...rests }: typeof LIGHT) =>
    new Pace({
      paidPerMs: paidPerMs * scale,
      burstMs: burstMs * Math.max(1, scale),
      ...rests,
      now,
    });
  const turns = {
    light: { pace: paceOf(LIGHT), waitMs, ownWaitMs },
    heavy: { pace: paceOf(HEAVY), waitMs: options.waitMs ?? HEAVY_WAIT_MS, ownWaitMs },
  };
  // One error for all, because capturing a stack is the most expensive part.
  const problems = {
    caller: tooManyAtOnce(AGAIN_AFTER_SECONDS),
    all: overloaded(AGAIN_AFTER_SECONDS),
  };

  const refused = (request: FastifyRequest, reason: string, problem = problems.all) => {
    requestsShed.inc({ reason });
    request.shedReason = reason;
    return problem;
  };

  app.decorate("work", () => ({
    atWork: places.taken(atWork.key),
    waiting: places.waiting + bodies.waiting,
  }));
  app.decorateRequest("bodyPlace", null);
  app.decorateRequest("work", null);
  await app.register(underPressure, {
    maxEventLoopDelay: lateMs,
    sampleInterval: LOOK_EVERY_MS,
    pressureHandler: async (request) => {
      if (places.taken(atWork.key) >= FEW_AT_WORK && isShed(request))
        throw refused(request, "event_loop");
    },
  });
  app.addHook("onRequest", (request, _reply, done) => {
    done(
      places.waiting - places.patient >= MOST_WAITING && isShed(request)
        ? refused(request, "lines_full")
        : undefined,
    );
  });
  app.addHook("preParsing", async (request, reply) => {
    if (!hasBody(request) || !isShed(request)) return;
    const { line, shares } = bodyShares(request);
    const place = await placeIn(bodies, { line, shares, patience: { waitMs }, reply });
    request.bodyPlace = place;
    whenClosed(reply, () => place.leave());
  });
  // Checking a long list takes time as well, so it is refused before.
  app.addHook("preValidation", async (request, reply) => {
    if (isUpload(request)) return;
    request.bodyPlace?.leave();
    await begin(request, reply);
  });
  // An upload arrives during the validation, and stays in memory until it has been read.
  app.addHook("preHandler", async (request, reply) => {
    if (isUpload(request)) await begin(request, reply);
  });
  const noteTheWay: preHandlerHookHandler = (request, _reply, done) => {
    if (request.work) addingTheWay(request.work, done);
    else done();
  };
  app.addHook("preValidation", noteTheWay);
  app.addHook("preHandler", noteTheWay);
  app.addHook("onSend", (request, _reply, _payload, done) => {
    void leave(request, isFreeOnceAnswered);
    done();
  });

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!isShed(request)) return;
    const wanted = workShares(request, turns, { heavyOfAll, atWork, isFar: roundTrip.isFar });
    const { line, shares, patience, pace, paced } = wanted;
    const place = await placeIn(places, { line, shares, patience, reply });
    request.work = { line, place, pace, paced, began: now(), onTheWayMs: 0, isOver: false };
    whenClosed(reply, () => void leave(request, () => true));
  }

  /** Gives back places once the handler has ended, which goes on when its client has gone. */
  async function leave(
    { work, handling }: FastifyRequest,
    which: (share: Share) => boolean,
  ): Promise<void> {
    if (!work) return;
    await handling?.catch(() => {});
    const { place, paced, began, onTheWayMs } = work;
    if (!work.isOver) {
      work.isOver = true;
      // While the database is far, requests wait for each other's connections, too, which is no work.
      const workedMs = roundTrip.isFar ? 0 : Math.max(0, now() - began - onTheWayMs);
      const restMs = work.pace.worked(work.line, workedMs);
      const endRest = () => place.leave((share) => share === paced);
      if (restMs > 0) setTimeout(endRest, restMs).unref();
      else endRest();
    }
    place.leave((share) => share !== paced && which(share));
  }

  async function placeIn(
    some: Places,
    { line, shares, patience, reply }: PlaceWanted,
  ): Promise<Place> {
    const place = some.take(line, shares);
    if (place) return place;
    try {
      return await some.wait(line, shares, { ...patience, signal: goneSignal(reply) });
    } catch (error) {
      // A client that has gone does not read the answer.
      if (!(error instanceof NoPlaceError)) throw problems.all;
      // Where each request takes long, nobody asks for too much.
      if (roundTrip.isFar) throw refused(reply.request, "slow_database");
      throw refused(reply.request, `places_of_${error.of}`, problems[error.of]);
    }
  }
});

/** It may have closed while the request waited. */
function whenClosed({ raw }: FastifyReply, act: () => void): void {
  if (raw.closed) act();
  else raw.once("close", act);
}

function isShed({ is404, routeOptions }: FastifyRequest): boolean {
  return !is404 && !routeOptions.config.neverShed;
}
