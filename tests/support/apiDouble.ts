import { cleanup } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { adminEndpoints, staffEndpoints } from "../../domain/api/areas.ts";
import type { AnswerOf, Area, Endpoint } from "../../domain/api/endpoint.ts";
import { ProblemError } from "../../server/problem.ts";
import { userProfile } from "../../src/providers/signIn/userProfile.ts";
import { answerOf } from "./doubleAnswer.ts";
import { type Asked, askedOf, type Call, callOf, keyOf, type Sent } from "./doubleRequest.ts";

/** The declared answer, with a version for the ETag; a problem; or a raw response. */
type Answered<E extends { answers: object }> =
  | (E extends { etag: true } ? AnswerOf<E> & { version: number } : AnswerOf<E>)
  | ProblemError
  | Response;

interface Options {
  /** For the next request alone. */
  once?: boolean;
}

/** One area of the API for a test file. */
export interface ApiDouble<Endpoints extends Record<keyof Endpoints, Endpoint>> {
  /** Answers an endpoint from now on; called outside of a test, in every test of the file. */
  answer<Key extends keyof Endpoints & string>(
    key: Key,
    answer: (
      asked: Asked<Endpoints[Key]>,
    ) => Answered<Endpoints[Key]> | Promise<Answered<Endpoints[Key]>>,
    options?: Options,
  ): void;
  /** Answers with a problem of the server's factories, whatever the request is. */
  refuse(key: keyof Endpoints & string, problem: ProblemError, options?: Options): void;
  /** Fails the requests to an endpoint with a network error. */
  cutOff(key: keyof Endpoints & string, options?: Options): void;
  /** The requests of the running test as they were sent, to one endpoint or to all. */
  calls(key?: keyof Endpoints & string): readonly Call[];
  /** Every write of the running test, in order, as it was sent. */
  readonly sent: readonly Pick<Call, "method" | "path" | "ifMatch" | "body">[];
}

type Answer = (call: Sent) => unknown;

/** Requests without an answer, and requests or answers that the API does not declare. */
const mistakes: string[] = [];

function mistake(sentence: string): Response {
  mistakes.push(sentence);
  return HttpResponse.error();
}

function createArea<Endpoints extends Record<keyof Endpoints, Endpoint>>(
  endpoints: Endpoints,
  base: string,
) {
  const declared = new Map<string, Endpoint>(Object.entries(endpoints));
  const standing = new Map<string, Answer>();
  const given = new Map<string, { answer: Answer; once: boolean }[]>();
  const calls: Call[] = [];
  const sent: Pick<Call, "method" | "path" | "ifMatch" | "body">[] = [];
  let running = false;

  const answerTo = (key: string) => {
    const [latest, ...earlier] = given.get(key) ?? [];
    if (latest?.once) given.set(key, earlier);
    return latest?.answer ?? standing.get(key);
  };
  const handler = http.all(`${base}/*`, async ({ request }) => {
    const call = await callOf(request, base);
    const key = keyOf(call, [...declared.keys()]);
    const endpoint = declared.get(key);
    if (!endpoint) return mistake(`${key} is not declared below ${base}`);
    const { method, path, ifMatch, body } = call;
    calls.push({ ...call, key });
    if (method !== "GET") sent.push({ method, path, ifMatch, body });
    const answer = answerTo(key);
    if (!answer) return mistake(`nobody answers ${key} below ${base}`);
    try {
      return answerOf(key, endpoint, await answer(call));
    } catch (error) {
      if (error instanceof ProblemError) return answerOf(key, endpoint, error);
      return mistake(`${key}: ${error instanceof Error ? error.message : error}`);
    }
  });
  const put = (key: string, answer: Answer, { once = false }: Options = {}) => {
    if (running) given.set(key, [{ answer, once }, ...(given.get(key) ?? [])]);
    else standing.set(key, answer);
  };
  const double: ApiDouble<Endpoints> = {
    answer: (key, answer, options) =>
      put(key, (call) => answer(askedOf(key, call, endpoints[key])), options),
    refuse: (key, problem, options) => put(key, () => problem, options),
    cutOff: (key, options) => put(key, () => HttpResponse.error(), options),
    calls: (key) => calls.filter((call) => !key || call.key === key),
    sent,
  };
  const begin = () => {
    running = true;
    calls.length = 0;
    sent.length = 0;
  };
  /** A worker keeps this module for its next test file. */
  const endOfFile = () => {
    running = false;
    standing.clear();
    put("GET /events", () => new Promise(() => {}));
    put("GET /alerts", () => NO_ALERTS);
  };
  endOfFile();
  return { handler, begin, end: () => given.clear(), endOfFile, double };
}

/** The header asks for them on every page. */
const NO_ALERTS = {
  content: [],
  page: 0,
  size: 1,
  sort: "raisedAt,desc",
  totalElements: 0,
  totalPages: 0,
};

const areas = {
  staff: createArea(staffEndpoints, "/api/v1"),
  admin: createArea(adminEndpoints, "/admin/api/v1"),
};

/** For modules that several test files share; each test file calls `apiDouble`. */
export const doubles = { staff: areas.staff.double, admin: areas.admin.double };

/** Handles requests to other addresses; `use` adds handlers until the end of the test. */
export const otherServer = setupServer(
  areas.staff.handler,
  areas.admin.handler,
  http.get("/healthz", () => HttpResponse.json({ status: "ok" })),
);
let listening = false;

/**
 * An area of the API for one test file. Requests and answers are held to the declarations in
 * domain/api: a request without an answer or that the server would refuse fails the test, and so
 * does an answer that the server would not give. Nothing happens on GET /events, and
 * there are no alerts. Nobody is signed in when a test begins.
 */
export function apiDouble(area: "staff"): ApiDouble<typeof staffEndpoints>;
export function apiDouble(area: "admin"): ApiDouble<typeof adminEndpoints>;
export function apiDouble(area: Area) {
  beforeAll(() => {
    if (!listening) otherServer.listen({ onUnhandledRequest });
    listening = true;
  });
  beforeEach(() => {
    for (const { begin } of Object.values(areas)) begin();
    userProfile.clear();
    mistakes.length = 0;
  });
  afterEach(() => {
    // A mounted page would send requests that no longer have an answer.
    cleanup();
    for (const { end } of Object.values(areas)) end();
    otherServer.resetHandlers();
    expect(mistakes, "mistakes about the API").toEqual([]);
  });
  afterAll(() => {
    if (listening) otherServer.close();
    listening = false;
    for (const { endOfFile } of Object.values(areas)) endOfFile();
  });
  return doubles[area];
}

function onUnhandledRequest({ method, url }: Request, { error }: { error: () => void }) {
  mistakes.push(`nobody answers ${method} ${url}`);
  error();
}
