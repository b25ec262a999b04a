import { STATUS_CODES } from "node:http";
import type { Problem, ProblemCode } from "../domain/problem.ts";
import {
  bodyTooLarge,
  problemSentences,
  type WaitingCode,
  waitingSentence,
} from "../domain/sentences.ts";

export type FieldErrors = Record<string, string>;

/** What a problem says beyond status and code. */
export interface ProblemDetails {
  /** A finished sentence, where the code's own is too general. */
  message?: string;
  /** Every failing field, nested paths joined by dots, with a finished sentence each. */
  errors?: FieldErrors;
  /** Further members of the body, such as `current` or `conflicts`. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** A failure that a client is told about. Thrown by the factories below, answered by errorMapper. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly statusCode: number;
  readonly code: ProblemCode;
  readonly errors: FieldErrors | undefined;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(statusCode: number, code: ProblemCode, details: ProblemDetails = {}) {
    super(details.message ?? problemSentences[code]);
    this.statusCode = statusCode;
    this.code = code;
    this.errors = details.errors;
    this.extra = details.extra ?? {};
    this.headers = details.headers ?? {};
  }

  /** The body of the answer (RFC 9457). */
  body(requestId: string): Problem & Record<string, unknown> {
    return {
      ...this.extra,
      type: "about:blank",
      title: STATUS_CODES[this.statusCode] ?? "Error",
      status: this.statusCode,
      code: this.code,
      message: this.message,
      ...(this.errors ? { errors: this.errors } : {}),
      requestId,
    };
  }
}

/** 400: malformed JSON, a header or an address that cannot be read. */
export function badRequest(details?: ProblemDetails): ProblemError {
  return new ProblemError(400, "BAD_REQUEST", details);
}

/** 400: an unknown query parameter or a bad value; `errors` names each. */
export function badQuery(errors: FieldErrors): ProblemError {
  return new ProblemError(400, "BAD_QUERY", { errors });
}

/** 401: no, expired, revoked or malformed credential. */
export function unauthenticated(code: ProblemCode = "UNAUTHENTICATED"): ProblemError {
  return new ProblemError(401, code);
}

/** 403: a known user without the right. */
export function forbidden(code: ProblemCode = "FORBIDDEN"): ProblemError {
  return new ProblemError(403, code);
}

/** 404: unknown or of another organization; the same body for both. */
export function notFound(): ProblemError {
  return new ProblemError(404, "NOT_FOUND");
}

/** 409: duplicates and overlaps, and a contract that cannot be deleted. */
export function conflict(code: ProblemCode, details?: ProblemDetails): ProblemError {
  return new ProblemError(409, code, details);
}

/** 412: stale version; `current` is the record as a client would read it now. */
export function staleVersion(current: unknown): ProblemError {
  return new ProblemError(412, "STALE_VERSION", { extra: { current } });
}

/** 413: a body over the limit of its route, in bytes. */
export function payloadTooLarge(limit: number): ProblemError {
  return new ProblemError(413, "PAYLOAD_TOO_LARGE", { message: bodyTooLarge(limit) });
}

/** 415: a body that is not JSON. */
export function unsupportedMediaType(): ProblemError {
  return new ProblemError(415, "UNSUPPORTED_MEDIA_TYPE");
}

/** 421: a Host that is none of our names. */
export function misdirected(): ProblemError {
  return new ProblemError(421, "MISDIRECTED_REQUEST");
}

/** 422: well-formed, but not allowed in this state or against a rule. */
export function ruleBroken(code: ProblemCode, details?: ProblemDetails): ProblemError {
  return new ProblemError(422, code, details);
}

/** 422: fields that fail; all of them at once. */
export function validationFailed(errors: FieldErrors): ProblemError {
  return new ProblemError(422, "VALIDATION_FAILED", { errors });
}

/** 423: locked by someone else, or the own lock is lost. */
export function locked(code: "LOCKED" | "LOCK_LOST", details?: ProblemDetails): ProblemError {
  return new ProblemError(423, code, details);
}

/** 428: a write that needs If-Match or a lock token and has neither. */
export function preconditionRequired(): ProblemError {
  return new ProblemError(428, "PRECONDITION_REQUIRED");
}

/** 429 with the seconds after which another attempt is welcome. */
export function tooMany(retryAfterSeconds: number): ProblemError {
  return waiting(429, "TOO_MANY_REQUESTS", retryAfterSeconds);
}

/** 429 for another mail to an address too soon after the last one. */
export function mailSentRecently(retryAfterSeconds: number): ProblemError {
  return waiting(429, "MAIL_SENT_RECENTLY", retryAfterSeconds);
}

/** 431: beyond a documented limit of a payload. */
export function limitExceeded(details?: ProblemDetails): ProblemError {
  return new ProblemError(431, "LIMIT_EXCEEDED", details);
}

/** 500: a general sentence; what went wrong is in the log only. */
export function internal(): ProblemError {
  return new ProblemError(500, "INTERNAL");
}

/** 503: database or identity service away, or another request with the same key under way. */
export function unavailable(
  code: "UNAVAILABLE" | "REQUEST_IN_PROGRESS" = "UNAVAILABLE",
  retryAfterSeconds = 5,
): ProblemError {
  return waiting(503, code, retryAfterSeconds);
}

/** 503 of /readyz: each part by its name, as "ready" or "unavailable". */
export function notReady(parts: Readonly<Record<string, string>>): ProblemError {
  return waiting(503, "UNAVAILABLE", 2, { ...parts });
}

/** 503: more to do than can be done in good time. */
export function overloaded(retryAfterSeconds = 5): ProblemError {
  return waiting(503, "OVERLOADED", retryAfterSeconds);
}

/** Retry-After and the sentence say the same. */
function waiting(
  status: number,
  code: WaitingCode,
  retryAfterSeconds: number,
  extra: Record<string, unknown> = {},
): ProblemError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const headers = { "retry-after": String(seconds) };
  return new ProblemError(status, code, {
    message: waitingSentence(code, seconds),
    headers,
    extra,
  });
}
