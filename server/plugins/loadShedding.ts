import type { IncomingMessage, ServerResponse } from "node:http";
import underPressure from "@fastify/under-pressure";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { LimitName } from "../../domain/problems/codes.ts";
import type { Deps } from "../context.ts";
import {
  ConcurrencyLimiter,
  LimitReachedError,
  type Quota,
  type Slot,
  type WaitTimes,
} from "../limiter/concurrencyLimiter.ts";
import {
  atWorkOf,
  bodyQuotas,
  heavyAtWork,
  isFreeOnceAnswered,
  Throttle,
  workQuotasOf,
} from "../limiter/requestQuotas.ts";
import { requestsShed } from "../metrics/counted.ts";
import { limitReached, type ProblemError } from "../problem.ts";
import { hasBody } from "./requestRules.ts";
import { disconnectSignal, isUpload } from "./uploads.ts";

const LATE_MS = 200;
const FEW_AT_WORK = 20;
const LOOK_EVERY_MS = 250;
const WAIT_MS = 1_000;
/** Requests of a person's own screens wait for each other, shorter than a request may take in all. */
const OWN_WAIT_MS = 20_000;
const MOST_IN_QUEUE = 64;
const MOST_PATIENT = 32;
/** What waits in all queues together is answered in time by a server that is not overloaded. */
const MOST_WAITING = 256;
const AGAIN_AFTER_SECONDS = 2;

/** How long a caller may keep the server at work, with RATE_LIMIT_PER_MINUTE at its default. */
const LIGHT = { drainPerMs: 0.5, burstMs: 1_000, restPerMs: 1, longestRestMs: 800 };
const HEAVY = { drainPerMs: 0.1, burstMs: 300, restPerMs: 9, longestRestMs: 2_700 };
/** Heavy requests of a caller wait for each other. */
const HEAVY_WAIT_MS = 3_000;
const DEFAULT_LIMIT = 1_200;

/** By default those of production. */
export interface LoadOptions {
  /** The average delay of the event loop above which most requests are rejected. */
  lateMs?: number;
  /** How long a request waits for its slot. */
  waitMs?: number;
  /** How long it waits for one that the same person has taken. */
  ownWaitMs?: number;
  /** The clock of the work that callers owe. */
  workClock?: () => number;
}

interface LoadParts extends LoadOptions, Pick<Deps, "config" | "database"> {}

interface Work {
  queue: string;
  slot: Slot;
  throttle: Throttle;
  throttled: Quota;
  began: number;
  /** How much of the time since then was no work. */
  onTheWayMs: number;
  isOver: boolean;
}

interface SlotWanted {
  queue: string;
  quotas: readonly Quota[];
  times: WaitTimes;
  reply: FastifyReply;
}

type Done = (error?: Error) => void;

declare module "fastify" {
  interface FastifyInstance {
    /** Requests that have a slot now, and those that wait for one. */
    work(): { atWork: number; waiting: number };
  }
  interface FastifyContextConfig {
    neverShed?: boolean;
  }
  interface FastifyRequest {
    bodySlot: Slot | null;
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
  const limits = { waitMs, mostInQueue: MOST_IN_QUEUE, mostPatient: MOST_PATIENT };
  const work = new ConcurrencyLimiter(limits);
  const bodies = new ConcurrencyLimiter(limits);
  const { database } = config;
  const poolSize = database.kind === "postgres" ? database.poolSize : undefined;
  const heavyOfAll = heavyAtWork(poolSize);
  const atWork = atWorkOf(roundTrip, poolSize);
  const scale = config.rateLimitPerMinute / DEFAULT_LIMIT;
  const throttleOf = ({ drainPerMs, burstMs, ...rests }: typeof LIGHT) =>
    new Throttle({
      drainPerMs: drainPerMs * scale,
      burstMs: burstMs * Math.max(1, scale),
      ...rests,
      now,
    });
  const turns = {
    light: { throttle: throttleOf(LIGHT), waitMs, ownWaitMs },
    heavy: { throttle: throttleOf(HEAVY), waitMs: options.waitMs ?? HEAVY_WAIT_MS, ownWaitMs },
  };

  const workQuotas = workQuotasOf(turns, { heavyOfAll, atWork });

  const refused = (
    request: FastifyRequest,
    reason: string,
    { of, limit }: Pick<LimitReachedError, "of" | "limit"> = { of: "all", limit: "server" },
  ) => {
    requestsShed.inc({ reason });
    request.shedReason = reason;
    return problemOf(of, limit);
  };

  app.server.on("request", closePipelined);
  app.decorate("work", () => ({
    atWork: work.taken(atWork.key),
    waiting: work.waiting + bodies.waiting,
  }));
  app.decorateRequest("bodySlot", null);
  app.decorateRequest("work", null);
  await app.register(underPressure, {
    maxEventLoopDelay: lateMs,
    sampleInterval: LOOK_EVERY_MS,
    pressureHandler: async (request) => {
      if (work.taken(atWork.key) >= FEW_AT_WORK && isShed(request))
        throw refused(request, "event_loop");
    },
  });
  app.addHook("onRequest", (request, _reply, done) => {
    done(
      work.waiting - work.patient >= MOST_WAITING && isShed(request)
        ? refused(request, "lines_full")
        : undefined,
    );
  });
  app.addHook("preParsing", (request, reply, _payload, done) => {
    if (!hasBody(request) || !isShed(request)) return done();
    const { queue, quotas } = bodyQuotas(request);
    admit(bodies, { queue, quotas, times: { waitMs }, reply }, done, (slot) => {
      request.bodySlot = slot;
      whenClosed(reply, () => slot.release());
    });
  });
  // Checking a long list takes time as well, so it is refused before.
  app.addHook("preValidation", (request, reply, done) => {
    if (isUpload(request)) return done();
    request.bodySlot?.release();
    begin(request, reply, done);
  });
  // An upload arrives during the validation, and stays in memory until it has been read.
  app.addHook("preHandler", (request, reply, done) => {
    if (isUpload(request)) begin(request, reply, done);
    else done();
  });
  app.addHook("onSend", (request, _reply, _payload, done) => {
    leave(request, isFreeOnceAnswered);
    done();
  });

  function begin(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    if (!isShed(request)) {
      done();
      return;
    }
    const { queue, quotas, times, throttle, throttled } = workQuotas(request, roundTrip.isFar);
    admit(work, { queue, quotas, times, reply }, done, (slot) => {
      request.work = {
        queue,
        slot,
        throttle,
        throttled,
        began: now(),
        onTheWayMs: 0,
        isOver: false,
      };
      whenClosed(reply, () => leave(request, () => true));
    });
  }

  /** Releases slots once the handler has ended, which goes on when its client has disconnected. */
  function leave(request: FastifyRequest, which: (quota: Quota) => boolean): void {
    const { work, handling } = request;
    if (!work) return;
    if (!handling) release(work, which);
    else void handling.catch(() => {}).then(() => release(work, which));
  }

  function release(work: Work, which: (quota: Quota) => boolean): void {
    const { slot, throttled, began, onTheWayMs } = work;
    if (!work.isOver) {
      work.isOver = true;
      // While the database is far, requests wait for each other's connections, too, which is no work.
      const workedMs = roundTrip.isFar ? 0 : Math.max(0, now() - began - onTheWayMs);
      const restMs = work.throttle.worked(work.queue, workedMs);
      const endRest = () => slot.release((quota) => quota === throttled);
      if (restMs > 0) setTimeout(endRest, restMs).unref();
      else endRest();
    }
    slot.release((quota) => quota !== throttled && which(quota));
  }

  /** Takes a slot or waits for one; only a request that waits needs more than this call. */
  function admit(
    limiter: ConcurrencyLimiter,
    { queue, quotas, times, reply }: SlotWanted,
    done: Done,
    enter: (slot: Slot) => void,
  ): void {
    const slot = limiter.take(queue, quotas);
    if (slot) {
      enter(slot);
      done();
      return;
    }
    limiter.wait(queue, quotas, { ...times, signal: disconnectSignal(reply) }).then(
      (waited) => {
        enter(waited);
        done();
      },
      (error: unknown) => done(refusalOf(error, reply.request)),
    );
  }

  function refusalOf(error: unknown, request: FastifyRequest): ProblemError {
    // A client that has disconnected does not read the answer.
    if (!(error instanceof LimitReachedError)) return problemOf("all", "server");
    // Where each request takes long, nobody asks for too much.
    if (roundTrip.isFar) return refused(request, "slow_database");
    return refused(request, `places_of_${error.of}`, error);
  }
});

/** Node never closes a pipelined answer whose connection closed before its turn came. */
function closePipelined({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket) return;
  const close = () => {
    response.destroy();
    response.emit("close");
  };
  socket.once("close", close);
  response.once("close", () => socket.off("close", close));
}

const problems = new Map<string, ProblemError>();

/** One error for each limit, because capturing a stack is the most expensive part. */
function problemOf(of: Quota["of"], limit: LimitName): ProblemError {
  const code = of === "all" ? "OVERLOADED" : "TOO_MANY_AT_ONCE";
  const key = `${code} ${limit}`;
  const problem = problems.get(key) ?? limitReached(code, limit, AGAIN_AFTER_SECONDS);
  problems.set(key, problem);
  return problem;
}

/** It may have closed while the request waited. */
function whenClosed({ raw }: FastifyReply, act: () => void): void {
  if (raw.closed || raw.destroyed) act();
  else raw.once("close", act);
}

function isShed({ is404, routeOptions }: FastifyRequest): boolean {
  return !is404 && !routeOptions.config.neverShed;
}
