import { STATUS_CODES } from "node:http";
import { entrySentences } from "../domain/entries/rules.ts";
import type { LimitName, ProblemCode } from "../domain/problems/codes.ts";
import type { ExtrasOf, StaleRecord } from "../domain/problems/problem.ts";
import {
  bodyTooLarge,
  fieldSentences,
  problemSentences,
  type WaitingCode,
  waitingSentence,
} from "../domain/problems/sentences.ts";
import { pgConstraint } from "./db/errors.ts";
import { problemStatuses } from "./problemStatuses.ts";

export type FieldErrors = Record<string, string>;

/** Of a problem whose code has members of its own (domain/problems/problem.ts), `extra` is required. */
export type ProblemDetails<Code extends ProblemCode = ProblemCode> = CommonDetails &
  (Partial<ExtrasOf<Code>> extends ExtrasOf<Code>
    ? { extra?: ExtrasOf<Code> }
    : { extra: ExtrasOf<Code> });

interface CommonDetails {
  /** A complete sentence that replaces the general one of the code. */
  message?: string;
  /** A complete sentence per invalid field, nested paths joined by dots. */
  errors?: FieldErrors;
  headers?: Record<string, string>;
  status?: number;
}

type DetailsArgument<Code extends ProblemCode> =
  CommonDetails extends ProblemDetails<Code>
    ? [details?: ProblemDetails<Code>]
    : [details: ProblemDetails<Code>];

/** An error answer of the API (RFC 9457), thrown by the factories below. */
export class ProblemError<Code extends ProblemCode = ProblemCode> extends Error {
  override readonly name = "ProblemError";
  readonly statusCode: number;
  readonly code: Code;
  readonly errors: FieldErrors | undefined;
  readonly extra: object;
  readonly headers: Record<string, string>;
  /** Not part of the answer: a page of another release may have sent fields that are new. */
  readonly hasUnknownFields: boolean = false;

  constructor(code: Code, ...[details]: DetailsArgument<Code>) {
    super(details?.message ?? problemSentences[code]);
    this.statusCode = details?.status ?? problemStatuses[code];
    this.code = code;
    this.errors = details?.errors;
    this.extra = Object(details?.extra);
    this.headers = details?.headers ?? {};
  }

  body(requestId: string) {
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

export function badRequest(details?: ProblemDetails<"BAD_REQUEST">): ProblemError {
  return new ProblemError("BAD_REQUEST", details);
}

/** 400: an unknown query parameter or an invalid value; `errors` names each. */
export function badQuery(errors: FieldErrors): ProblemError {
  return new ProblemError("BAD_QUERY", { errors });
}

type CredentialCode =
  | "UNAUTHENTICATED"
  | "ACCOUNT_DISABLED"
  | "SIGN_IN_TOO_OLD"
  | "WAY_NOT_ALLOWED"
  | "SECOND_FACTOR_REQUIRED";

export function unauthenticated(
  code: CredentialCode = "UNAUTHENTICATED",
  details?: ProblemDetails<CredentialCode>,
): ProblemError {
  return new ProblemError(code, details);
}

export function forbidden(
  code: "FORBIDDEN" | "CROSS_SITE_REQUEST" | "EMAIL_CHANGED" | "ADDRESS_NOT_ALLOWED" = "FORBIDDEN",
): ProblemError {
  return new ProblemError(code);
}

/** 404: unknown or of another organization; the same body for both. */
export function notFound(details?: { errors: FieldErrors }): ProblemError {
  return new ProblemError("NOT_FOUND", details);
}

/** 410: what changed since the revision that a reader holds is not known any more. */
export function vocabularyExpired(details?: { message: string }): ProblemError {
  return new ProblemError("VOCABULARY_GONE", details);
}

/** 410: the link of a set-up is over. */
export function setUpEnded(): ProblemError {
  return new ProblemError("SET_UP_ENDED");
}

export function conflict<Code extends ProblemCode>(
  code: Code,
  ...details: DetailsArgument<Code>
): ProblemError {
  return new ProblemError(code, ...details);
}

/** 412: stale version; `current` is the record as a client would read it now. */
export function staleVersion(
  current: StaleRecord,
  changedBy: ExtrasOf<"STALE_VERSION">["changedBy"] = null,
): ProblemError {
  return new ProblemError("STALE_VERSION", { extra: { current, changedBy } });
}

export function payloadTooLarge(limit: number): ProblemError {
  return new ProblemError("PAYLOAD_TOO_LARGE", { message: bodyTooLarge(limit) });
}

export function unsupportedMediaType(): ProblemError {
  return new ProblemError("UNSUPPORTED_MEDIA_TYPE");
}

export function misdirected(): ProblemError {
  return new ProblemError("MISDIRECTED_REQUEST");
}

export function ruleBroken<Code extends ProblemCode>(
  code: Code,
  ...details: DetailsArgument<Code>
): ProblemError {
  return new ProblemError(code, ...details);
}

/** 422: `hasUnknownFields` says that at least one of the fields is none of the schema. */
export function validationFailed(errors: FieldErrors, hasUnknownFields = false): ProblemError {
  const problem = new ProblemError("VALIDATION_FAILED", { errors });
  return Object.assign(problem, { hasUnknownFields });
}

/** 409: a page of another release has sent a field that this one does not know. */
export function otherRelease(): ProblemError {
  return new ProblemError("OTHER_RELEASE");
}

/** 423: another user or tab holds the lock, or the sender's own has ended. */
export function locked<Code extends "LOCKED" | "LOCK_LOST">(
  code: Code,
  ...details: DetailsArgument<Code>
): ProblemError {
  return new ProblemError(code, ...details);
}

export function preconditionRequired(): ProblemError {
  return new ProblemError("PRECONDITION_REQUIRED");
}

/** The codes of limits: 503 where what all callers share is used up, else 429. */
export type LimitCode =
  | "TOO_MANY_REQUESTS"
  | "TOO_MANY_AT_ONCE"
  | "MAIL_SENT_RECENTLY"
  | "ANSWER_ROOM_FULL"
  | "EVENT_ROOM_FULL"
  | "OVERLOADED";

/** 429 or 503: a limit is reached, with its name and the seconds until the next attempt. */
export function limitReached(
  code: LimitCode,
  limit: LimitName,
  retryAfterSeconds: number,
): ProblemError {
  return waiting(code, retryAfterSeconds, { limit });
}

export function requestTimeout(): ProblemError {
  return new ProblemError("BAD_REQUEST", { status: 408 });
}

export function limitExceeded(details?: ProblemDetails<"LIMIT_EXCEEDED">): ProblemError {
  return new ProblemError("LIMIT_EXCEEDED", details);
}

export function internal(): ProblemError {
  return new ProblemError("INTERNAL");
}

/** 503: a part is unavailable, or another request with the same key is running. */
export function unavailable(
  code: "UNAVAILABLE" | "REQUEST_IN_PROGRESS" = "UNAVAILABLE",
  retryAfterSeconds = 5,
): ProblemError {
  return waiting(code, retryAfterSeconds);
}

export function notReady(parts: Readonly<Record<string, string>>): ProblemError {
  return waiting("UNAVAILABLE", 2, { ...parts });
}

/** 503: an answer that waits in a temporary file does not fit on the disk. */
export function temporaryFolderFull(): ProblemError {
  return waiting("TEMPORARY_FOLDER_FULL", 30);
}

function waiting(
  code: WaitingCode,
  retryAfterSeconds: number,
  extra: Record<string, unknown> = {},
): ProblemError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const headers = { "retry-after": String(seconds) };
  return new ProblemError(code, {
    message: waitingSentence(code, seconds),
    headers,
    extra,
  });
}

/** Problems by violated constraint (server/db/migrations), for races that checks miss. */
const constraintProblems: Readonly<Record<string, () => ProblemError>> = {
  users_email_unique: () => conflict("EMAIL_EXISTS"),
  contracts_no_overlap: () => conflict("PERIOD_OVERLAPS"),
  contracts_period: () => validationFailed({ endDate: fieldSentences.endBeforeStart }),
  contracts_termination_in_period: () =>
    validationFailed({ terminationDate: fieldSentences.terminationOutsidePeriod }),
  workspaces_name_unique: () => nameExists("workspaceName"),
  organization_domains_proven_once: () => conflict("DOMAIN_TAKEN"),
  dictionaries_entry_limit: () => ruleBroken("TOO_MANY_ENTRIES"),
  dictionary_entries_unique: () => conflict("DUPLICATE", { message: entrySentences.duplicate }),
  dictionaries_name_unique: () => nameExists("dictionaryName"),
  workspaces_seen_name: () => nameExists("workspaceName"),
  dictionaries_seen_name: () => nameExists("dictionaryName"),
  list_views_own_name: () => nameExists("viewName"),
  list_views_shared_name: () => nameExists("viewName"),
  list_views_own_seen_name: () => nameExists("viewName"),
  list_views_shared_seen_name: () => nameExists("viewName"),
};

/** The problem of a driver's error about a constraint that input can break. */
export function constraintProblem(error: unknown): ProblemError | undefined {
  // A shard or a partition of a table has its number at the end.
  const constraint = (pgConstraint(error) ?? "").replace(/_\d+$/, "");
  return Object.hasOwn(constraintProblems, constraint)
    ? constraintProblems[constraint]?.()
    : undefined;
}

function nameExists(field: string): ProblemError {
  return conflict("NAME_EXISTS", { errors: { [field]: problemSentences.NAME_EXISTS } });
}
