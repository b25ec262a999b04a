import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isDatabaseUnavailable } from "../db/errors.ts";
import { OtherClockError } from "../db/schemaState.ts";
import { TemporaryFolderFullError } from "../exports/spooledFile.ts";
import { IdentityUnavailableError, TokenInvalidError } from "../identity/identity.ts";
import { requestsRefused } from "../metrics/counted.ts";
import {
  badRequest,
  constraintProblem,
  internal,
  limitExceeded,
  notFound,
  otherRelease,
  ProblemError,
  payloadTooLarge,
  requestTimeout,
  temporaryFolderFull,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
} from "../problem.ts";
import { packageVersion } from "../release.ts";
import { scimErrorBody, scimStatus } from "../scimProblem.ts";
import { isScimRequest } from "./requestRules.ts";

const BROKEN_BY_CLIENT = new Set(["ECONNRESET", "EPIPE"]);

/** Answers what Node cannot parse as a request, such as oversized headers (431). */
export function answerConnectionError(error: Error & { code?: string }, socket: Socket): void {
  if (BROKEN_BY_CLIENT.has(error.code ?? "") || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = connectionProblemOf(error.code);
  const body = JSON.stringify(problem.body(randomUUID()));
  socket.end(
    [
      `HTTP/1.1 ${problem.statusCode} ${problem.body("").title}`,
      "Content-Type: application/problem+json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

function connectionProblemOf(code: string | undefined): ProblemError {
  if (code === "HPE_HEADER_OVERFLOW") return limitExceeded();
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return requestTimeout();
  return badRequest();
}

const ownVersion = packageVersion();

/** Errors of Fastify by code (https://fastify.dev/docs/latest/Reference/Errors). */
const frameworkProblems: Readonly<Record<string, (request: FastifyRequest) => ProblemError>> = {
  FST_ERR_BAD_URL: () => badRequest(),
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) => payloadTooLarge(routeOptions.bodyLimit),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => badRequest(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => badRequest(),
  FST_ERR_CTP_INVALID_JSON_BODY: () => badRequest(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_MAX_PARAM_LENGTH: () => notFound(),
};

const awayErrors = [IdentityUnavailableError, OtherClockError];

function problemOf(error: unknown, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) {
    return error.hasUnknownFields && isOfOtherRelease(request) ? otherRelease() : error;
  }
  // The client went away during its body; its ECONNRESET is not the database's.
  if (error !== null && error === request.raw.errored) return badRequest();
  // It went away before its answer, and disconnectSignal stopped the work.
  if (isAbort(error) && request.raw.socket.destroyed) return badRequest();
  const broken = constraintProblem(error);
  if (broken) return broken;
  if (isDatabaseUnavailable(error) || awayErrors.some((each) => error instanceof each)) {
    return unavailable();
  }
  if (error instanceof TemporaryFolderFullError) return temporaryFolderFull();
  if (error instanceof TokenInvalidError) {
    return unauthenticated(error.reason === "disabled" ? "ACCOUNT_DISABLED" : "UNAUTHENTICATED");
  }
  if (isConditionNotMet(error)) return badRequest();
  return frameworkProblem(error, request) ?? internal();
}

/** Whether a page of the console asks that was built with another version of the program. */
function isOfOtherRelease({ headers }: FastifyRequest): boolean {
  const version = headers["x-console-version"];
  return version !== undefined && version !== ownVersion;
}

export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error, request);
  request.problemCode = problem.code;
  if (problem.statusCode < 500) requestsRefused.inc({ reason: problem.code });
  if (problem.statusCode === 500) request.log.error({ err: error }, "unexpected error");
  else if (problem.statusCode > 500 && problem.code !== "OVERLOADED") {
    request.log.warn({ err: error }, "not available");
  }
  const { status, type, body } = isScimRequest(request)
    ? { status: scimStatus(problem), type: "scim", body: scimErrorBody(problem) }
    : { status: problem.statusCode, type: "problem", body: problem.body(request.id) };
  return reply
    .code(status)
    .headers(problem.headers)
    .header("cache-control", "no-store")
    .header("content-type", `application/${type}+json; charset=utf-8`)
    .send(JSON.stringify(body));
}

export const errorMapper = fp(async (app) => {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const isUnauthenticated = problemOf(error, request).statusCode === 401;
    const tooOften = isUnauthenticated ? app.countUnauthenticated(request) : undefined;
    return answerProblem(tooOften ?? error, request, reply);
  });
});

/** @fastify/static throws 412 and 416 for If-Match and Range. */
function isConditionNotMet(error: unknown): boolean {
  return error instanceof Error && "status" in error && [412, 416].includes(Number(error.status));
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

function frameworkProblem(error: unknown, request: FastifyRequest): ProblemError | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const code = String(error.code);
  return Object.hasOwn(frameworkProblems, code) ? frameworkProblems[code]?.(request) : undefined;
}
