import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { periodConflict } from "../../domain/contracts.ts";
import { dictionaryLock, lockRelease } from "../../domain/dictionaries.ts";
import { exportLosses } from "../../domain/entryFiles.ts";
import { PROBLEM_CODES, type ProblemCode } from "../../domain/problem.ts";
import { problemStatuses } from "../problem.ts";
import type { Components, Json } from "./components.ts";
import { rateLimitHeaders, retryAfterHeader } from "./headers.ts";
import { exampleOf } from "./problemExamples.ts";
import { schemaOf } from "./schemas.ts";

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(PROBLEM_CODES).meta({ id: "ProblemCode" }),
    message: z.string().meta({ description: "A finished Japanese sentence for a person." }),
    errors: z.record(z.string(), z.string()).optional().meta({
      description: "Every failing field, nested paths joined by dots, with its sentence.",
    }),
    requestId: z.uuid().meta({ description: "Also in the log, and in the X-Request-Id header." }),
  })
  .meta({ id: "Problem", description: "Problem details, RFC 9457." });

const staleVersion = problem
  .extend({
    current: z
      .looseObject({ version: z.int() })
      .meta({ description: "The record as reading it answers now." }),
  })
  .meta({ id: "StaleVersionProblem" });

const periodOverlaps = problem
  .extend({ conflicts: z.array(periodConflict).optional() })
  .meta({ id: "PeriodOverlapsProblem" });

const lockedProblem = problem
  .extend({
    lock: dictionaryLock.optional().meta({ description: "LOCKED: who holds the lock." }),
    release: lockRelease
      .optional()
      .meta({ description: "LOCK_LOST: who broke the lock and why, where somebody did." }),
  })
  .meta({ id: "LockedProblem" });

const exportLossy = problem.extend(exportLosses.shape).meta({ id: "ExportLossyProblem" });

/** Codes whose problems have further members. */
const schemas: Partial<Record<ProblemCode, z.ZodType>> = {
  PERIOD_OVERLAPS: periodOverlaps,
  STALE_VERSION: staleVersion,
  EXPORT_LOSSY: exportLossy,
  LOCKED: lockedProblem,
  LOCK_LOST: lockedProblem,
};

const descriptions: Readonly<Record<number, string>> = {
  400: "Malformed JSON or header, unknown or bad query parameter",
  401: "No, expired, revoked or malformed credential",
  403: "A known user without the right, or a write from another site",
  404: "Unknown, or of another organization",
  409: "Duplicate or overlap",
  412: "Stale version; `current` is the record as it is now",
  413: "A body over the limit, which `message` names",
  415: "A body that is not JSON",
  422: "Fields that fail, all of them at once, or not allowed in this state",
  423: "Locked by someone else, or the own lock is lost",
  428: "Needs If-Match or a lock token and has neither",
  429: "Too many requests; see Retry-After",
  500: "An unforeseen error",
  503: "Overloaded, or the database or the identity service is away; see Retry-After",
};

export function problemResponses(
  components: Components,
  codes: readonly ProblemCode[],
): Record<number, Json> {
  const statuses = [...new Set(codes.map((code) => problemStatuses[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => problemStatuses[code] === status);
      return [status, problemResponse(components, status, ofStatus)];
    }),
  );
}

function problemResponse(
  components: Components,
  status: number,
  codes: readonly ProblemCode[],
): Json {
  return components.once("responses", codes.map(inPascalCase).join("Or"), () => {
    const [schema = problem] = codes.flatMap((code) => schemas[code] ?? []);
    const examples = codes.map((code) => [
      code,
      components.add("examples", code, { summary: code, value: exampleOf(code) }),
    ]);
    return {
      description: descriptions[status] ?? STATUS_CODES[status],
      ...headersOf(components, status),
      content: {
        "application/problem+json": {
          schema: schemaOf(components, schema, "output"),
          examples: Object.fromEntries(examples),
        },
      },
    };
  });
}

function headersOf(components: Components, status: number): Json {
  if (status === 429) {
    return { headers: { ...retryAfterHeader(components), ...rateLimitHeaders(components) } };
  }
  return status === 503 ? { headers: retryAfterHeader(components) } : {};
}

function inPascalCase(code: ProblemCode): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
