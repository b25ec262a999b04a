import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { addHours, addSeconds, differenceInMilliseconds, subHours, subSeconds } from "date-fns";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { type Endpoint, successStatus } from "../../domain/api/endpoint.ts";
import { MOST_STORED_ANSWERS } from "../../domain/organizations/capacity.ts";
import type { Deps } from "../context.ts";
import { CONNECT_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from "../db/postgresSource.ts";
import { endStep, type Transact, transactOn } from "../db/transact.ts";
import { badRequest, limitReached, ruleBroken, unavailable } from "../problem.ts";
import { within } from "../start/shutdown.ts";
import {
  ANSWER_HOURS,
  type Claim,
  deleteClaim,
  findAnswer,
  finishAnswer,
  insertClaim,
  type KeyedRequest,
  type RunningRequest,
  type StoredAnswer,
  type StoredAnswers,
  storeAnswer,
} from "./idempotencyQueries.ts";
import { etagOf } from "./preconditions.ts";
import { ANSWER_WITHIN_MS } from "./timeLimit.ts";

/**
 * The age at which a claim without an answer must come from a crash: its request was answered 503,
 * and its last wait for a connection and a statement has ended. A request that runs even longer
 * rolls back when it stores its answer.
 */
const ABANDONED_AFTER_SECONDS =
  (ANSWER_WITHIN_MS + CONNECT_TIMEOUT_MS + STATEMENT_TIMEOUT_MS) / 1_000;
/** Claims from before this time that have no answer are abandoned. */
export const abandonedBefore = (at: Date) => subSeconds(at, ABANDONED_AFTER_SECONDS);

const WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 50;
/** For storing an answer before it is sent; an unavailable database must not delay it longer. */
const SETTLE_WITHIN_MS = 3_000;
/** Longer than a request needs from its commit to its answer, unless it crashed. */
const PROVISIONAL_MS = 5_000;

const REPEATED_HEADERS = ["content-type", "etag", "location"];

declare module "fastify" {
  interface FastifyRequest {
    claim: (Claim & { provisional?: boolean }) | null;
  }
  interface FastifyInstance {
    /**
     * The transaction of a request. It stores the answer together with its effect, so that a crash
     * cannot separate them. Throws 503 if another request has claimed the key in the meantime,
     * which rolls the transaction back.
     */
    transactOf(request: FastifyRequest, reply: FastifyReply): Transact;
  }
}

interface IdempotencyOptions extends Pick<Deps, "db" | "now"> {
  waitMs?: number | undefined;
}

/**
 * Idempotency-Key on POST (docs/product/api.md#idempotency). The first request claims the key
 * before its handler runs; concurrent ones wait for its answer. Answers are stored in the
 * transaction of their effect, or else when they are sent, except 429 and 5xx. Of an answer with a
 * secret only that it was given is stored, and a repeat gets 422. A user of whom 2,000
 * answers are stored is refused with 429 before the handler runs.
 */
export const idempotency = fp(async (app, { db, now, waitMs = WAIT_MS }: IdempotencyOptions) => {
  app.decorateRequest("claim", null);
  app.decorate(
    "transactOf",
    (request, reply) =>
      (work, { provisional = false } = {}) =>
        transactOn(db)(async (trx) => {
          const answer = await work(trx);
          const { claim, routeOptions } = request;
          if (claim) {
            const give = () => answerTo(routeOptions.config.endpoint, reply, answer);
            rememberAnswers(trx, { claim, give, provisional });
          }
          return answer;
        }),
  );

  app.addHook("preHandler", (request, reply, done) => {
    const keyed = keyedRequest(request);
    if (!keyed) return done();
    claimOrAnswer(request, keyed).then((answer) => {
      if (answer === "claimed") done();
      else {
        reply
          .code(answer.status)
          .headers(answer.headers)
          .send(answer.body ?? undefined);
      }
    }, done);
  });

  async function claimOrAnswer(
    request: FastifyRequest,
    keyed: KeyedRequest,
  ): Promise<"claimed" | StoredAnswer> {
    const waitUntil = performance.now() + waitMs;
    let running: RunningRequest | undefined;
    const finishAfter = performance.now() + PROVISIONAL_MS;
    while (performance.now() < waitUntil && !request.overdue) {
      const at = now();
      const claim = { ...keyed, claimedAt: at };
      const expiredBefore = subHours(at, ANSWER_HOURS);
      const limits = { expiredBefore, abandonedBefore: abandonedBefore(at) };
      const others = await insertClaim(db, claim, limits);
      if (others) {
        // After the timeout no handler follows.
        if (request.overdue) {
          await deleteClaim(db, claim);
          return "claimed";
        }
        request.claim = claim;
        // The answer to a refusal frees the key.
        refuseTooMany(others, at);
        return "claimed";
      }
      const known = await findAnswer(db, keyed);
      if (known === "other body") throw ruleBroken("IDEMPOTENCY_KEY_REUSED");
      if (known === "provisional") {
        if (performance.now() > finishAfter) await finishAnswer(db, keyed);
      } else {
        if (known && "status" in known) {
          if (isSecret(request.routeOptions.config.endpoint, known.status)) {
            throw ruleBroken("SECRET_TOLD");
          }
          return known;
        }
        running = known;
      }
      await pause(LOOK_AGAIN_MS);
    }
    throw unavailable("REQUEST_IN_PROGRESS", running ? secondsUntilFree(running) : 1);
  }

  app.addHook("onSend", (request, reply, payload, done) => {
    const { claim } = request;
    if (!claim) return done();
    // The handler is still running and stores its answer under this claim.
    if (request.overdue) {
      void freeIfFailed(request, claim);
      return done();
    }
    request.claim = null;
    // What fails while the answer is written becomes an error answer, as Fastify does for a promise.
    answerWith(request, reply, { claim, payload })
      .then((given) => done(null, given))
      .catch(done);
  });

  /** Stores an answer; returns the body of the one that a repeat has received before. */
  async function answerWith(
    request: FastifyRequest,
    reply: FastifyReply,
    { claim, payload }: { claim: NonNullable<FastifyRequest["claim"]>; payload: unknown },
  ): Promise<unknown> {
    const passing = reply.statusCode >= 500 || reply.statusCode === 429;
    const { endpoint } = request.routeOptions.config;
    const isStored = typeof payload === "string" && !isSecret(endpoint, reply.statusCode);
    const body = isStored ? payload : null;
    const answer = { status: reply.statusCode, headers: repeatedHeaders(reply), body };
    const settling = settle(request, claim, passing ? undefined : answer);
    const inTime = await within(SETTLE_WITHIN_MS, settling);
    const given = inTime ? await settling : undefined;
    if (!given) return undefined;
    reply.code(given.status).headers(given.headers);
    return given.body;
  }

  async function freeIfFailed(
    request: FastifyRequest,
    claim: NonNullable<FastifyRequest["claim"]>,
  ): Promise<void> {
    const done = await request.handling?.then(
      () => true,
      () => false,
    );
    if (!done) await settle(request, claim, undefined);
  }

  /** Returns the answer that a repeat has received before: it then counts for both. */
  async function settle(
    request: FastifyRequest,
    claim: NonNullable<FastifyRequest["claim"]>,
    answer: StoredAnswer | undefined,
  ): Promise<StoredAnswer | undefined> {
    try {
      if (!answer) await deleteClaim(db, claim);
      else if (!(await storeAnswer(db, claim, answer)) && claim.provisional) {
        const known = await findAnswer(db, claim);
        if (typeof known === "object" && "status" in known) return known;
      }
    } catch (err) {
      // The answer is sent anyway; the key expires.
      request.log.warn({ err }, "could not store the answer of an Idempotency-Key");
    }
    return undefined;
  }

  function secondsUntilFree({ claimedAt }: RunningRequest): number {
    const freeAt = addSeconds(claimedAt, ABANDONED_AFTER_SECONDS);
    return differenceInMilliseconds(freeAt, now()) / 1_000;
  }
});

/** Refuses a request whose answer would be one too many: 429 until the oldest one is deleted. */
function refuseTooMany({ count, oldest }: StoredAnswers, at: Date): void {
  if (count < MOST_STORED_ANSWERS) return;
  const freeAt = addHours(oldest ?? at, ANSWER_HOURS);
  const seconds = differenceInMilliseconds(freeAt, at) / 1_000;
  throw limitReached("ANSWER_ROOM_FULL", "storedAnswers", seconds);
}

interface GivenAnswer {
  claim: NonNullable<FastifyRequest["claim"]>;
  give(): StoredAnswer;
  provisional: boolean;
}

const rememberAnswers = endStep<GivenAnswer>("answer", async (trx, answers) => {
  for (const { claim, give, provisional } of answers) {
    const stored = await storeAnswer(trx, claim, give(), { provisional });
    if (!stored) throw unavailable("REQUEST_IN_PROGRESS", 1);
    claim.provisional = provisional;
  }
});

/** Whether the answer holds a secret: that it was given is stored, but not what it says. */
function isSecret(endpoint: Endpoint | undefined, status: number): boolean {
  return endpoint?.idempotencyKey === "secret" && status < 300;
}

/** What a request will be answered, to the byte; its reply may have been a 503 in the meantime. */
function answerTo(
  endpoint: Endpoint | undefined,
  reply: FastifyReply,
  answer: unknown,
): StoredAnswer {
  if (!endpoint) throw new Error("only a declared endpoint stores its answer");
  const status = successStatus(endpoint);
  const body: unknown = reply.getSerializationFunction(String(status))?.(Object(answer));
  return {
    status,
    headers: {
      ...repeatedHeaders(reply),
      ...(endpoint.etag ? { etag: etagOf(answer) } : {}),
      "content-type": "application/json; charset=utf-8",
    },
    body: typeof body === "string" && !isSecret(endpoint, status) ? body : null,
  };
}

function keyedRequest(request: FastifyRequest): KeyedRequest | undefined {
  const key = request.headers["idempotency-key"];
  const { user, method, routeOptions } = request;
  if (key === undefined || method !== "POST" || !user) return undefined;
  if (routeOptions.config.endpoint?.idempotencyKey === false) return undefined;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key)) throw badRequest();
  const bodyHash = createHash("sha256").update(sortedJson(request.body)).digest();
  return { userId: user.userId, route: `${method} ${pathOf(request)}`, key, bodyHash };
}

/** The path of the matched route with its parameters, independent of their encoding. */
function pathOf({ routeOptions, params }: FastifyRequest): string {
  const values = new Map(Object.entries(params ?? {}));
  return (routeOptions.url ?? "").replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
}

/** JSON with sorted keys, so that equal bodies have equal hashes. */
function sortedJson(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return text ?? "";
}

function repeatedHeaders(reply: FastifyReply): Record<string, string> {
  const entries = REPEATED_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
