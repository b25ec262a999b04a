import { HttpResponse } from "msw";
import type { z } from "zod";
import type { Problem, ProblemCode } from "../domain/problem.ts";
import { problemSentences } from "../domain/sentences.ts";

export type FieldErrors = Record<string, string>;

/** What a problem says beyond status and code. */
interface Details {
  message?: string;
  errors?: FieldErrors;
  /** Further members of the body, such as `current` or `conflicts`. */
  extra?: Record<string, unknown>;
}

/** A failure that a route throws and the page is told, as the API tells it (design 3, Errors). */
export class MockProblem extends Error {
  override readonly name = "MockProblem";
  readonly status: number;
  readonly code: ProblemCode;
  readonly details: Details;

  constructor(status: number, code: ProblemCode, details: Details = {}) {
    super(details.message ?? problemSentences[code]);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  answer(): Response {
    const { errors, extra } = this.details;
    const body: Problem = {
      ...extra,
      type: "about:blank",
      title: this.code,
      status: this.status,
      code: this.code,
      message: this.message,
      ...(errors ? { errors } : {}),
      requestId: "mock",
    };
    const headers = { "content-type": "application/problem+json; charset=utf-8" };
    return new HttpResponse(JSON.stringify(body), { status: this.status, headers });
  }
}

export const notFound = () => new MockProblem(404, "NOT_FOUND");
export const forbidden = () => new MockProblem(403, "FORBIDDEN");

export function unauthenticated(code: ProblemCode = "UNAUTHENTICATED"): MockProblem {
  return new MockProblem(401, code);
}

export function conflict(code: ProblemCode, extra: Record<string, unknown> = {}): MockProblem {
  return new MockProblem(409, code, { extra });
}

export function ruleBroken(code: ProblemCode, errors?: FieldErrors): MockProblem {
  return new MockProblem(422, code, errors ? { errors } : {});
}

export function validationFailed(errors: FieldErrors): MockProblem {
  return new MockProblem(422, "VALIDATION_FAILED", { errors });
}

/** Throws 422 where fields fail. */
export function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw validationFailed(errors);
}

/** Issues by field, nested paths joined by dots; the first sentence of a field stands. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const told = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => [[...issue.path, key].join("."), issue.message])
      : [[issue.path.join("."), issue.message]],
  );
  return Object.fromEntries(told.reverse());
}
