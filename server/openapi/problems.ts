import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { storedContract } from "../../domain/contractImports/schemas.ts";
import { periodConflict } from "../../domain/contracts/schemas.ts";
import { lockSentences } from "../../domain/dictionaries/rules.ts";
import {
  type DictionaryLock,
  dictionaryLock,
  type LockRelease,
  lockRelease,
} from "../../domain/dictionaries/schemas.ts";
import { type ExportLosses, exportLosses } from "../../domain/files/schemas.ts";
import { lackingSentence } from "../../domain/files/sentences.ts";
import { changedEntry, formatCandidate } from "../../domain/imports/schemas.ts";
import { LIMITS, PROBLEM_CODES, type ProblemCode } from "../../domain/problems/codes.ts";
import type { PeriodConflict, ProblemExtras } from "../../domain/problems/problem.ts";
import { fieldSentences, problemSentences } from "../../domain/problems/sentences.ts";
import { scimError } from "../../domain/scim/schemas.ts";
import { userLabels } from "../../domain/users/labels.ts";
import { BODY_LIMIT } from "../plugins/uploads.ts";
import {
  badQuery,
  conflict,
  limitReached,
  locked,
  ProblemError,
  payloadTooLarge,
  ruleBroken,
  temporaryFolderFull,
  unavailable,
  validationFailed,
} from "../problem.ts";
import { problemStatuses } from "../problemStatuses.ts";
import { scimStatus } from "../scimProblem.ts";
import {
  type Components,
  type Json,
  rateLimitHeaders,
  retryAfterHeader,
  schemaOf,
} from "./schemas.ts";

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
    requestId: z.string().meta({ description: "Also in the log, and in the X-Request-Id header." }),
  })
  .meta({ id: "Problem", description: "Problem details, RFC 9457." });

const fileFault = z.object({
  code: z.string(),
  line: z.int().nullable(),
  candidates: z
    .array(formatCandidate)
    .optional()
    .meta({ description: "Of FORMAT_DOUBTFUL: the formats of which one has to be sent." }),
});

const reachedLimit = z.object({
  limit: z.enum(LIMITS).meta({ id: "LimitName", description: "The limit that is reached." }),
});

/** The members that problems have beside those of all problems, by their code. */
const extras = {
  PERIOD_OVERLAPS: z.object({ conflicts: z.array(periodConflict).optional() }),
  ENTRIES_CHANGED: z.object({ entries: z.array(changedEntry) }),
  UNDO_REFUSED: z.object({ contracts: z.array(storedContract) }),
  STALE_VERSION: z.object({
    current: z.looseObject({ version: z.int() }),
    changedBy: z
      .object({ name: z.string(), at: z.iso.datetime() })
      .nullable()
      .meta({ description: "Who changed the record last, if the audit log says so." }),
  }),
  EXPORT_LOSSY: exportLosses,
  FILE_UNREADABLE: z.object({ file: fileFault }),
  LIMIT_EXCEEDED: z.object({ file: fileFault.optional() }),
  LOCKED: z.object({ lock: dictionaryLock.meta({ description: "Who holds the lock." }) }),
  LOCK_LOST: z.object({
    release: lockRelease
      .optional()
      .meta({ description: "Who broke the lock and why, or that the right was withdrawn." }),
  }),
  ENTRY_EXISTS: z.object({
    entryId: z.int().meta({ description: "The entry that is there already." }),
  }),
  PROPOSAL_EXISTS: z.object({
    proposalId: z.int().meta({ description: "The open proposal of the same." }),
  }),
  TOO_MANY_REQUESTS: reachedLimit,
  TOO_MANY_AT_ONCE: reachedLimit,
  MAIL_SENT_RECENTLY: reachedLimit,
  ANSWER_ROOM_FULL: reachedLimit,
  EVENT_ROOM_FULL: reachedLimit,
  OVERLOADED: reachedLimit,
} satisfies { [Code in keyof ProblemExtras]: z.ZodType<ProblemExtras[Code]> };

const descriptions: Readonly<Record<number, string>> = {
  400: "Malformed JSON or header, unknown or bad query parameter",
  401: "No, expired, revoked or malformed credential",
  403: "A known user without the right, an address that is not allowed, or a write from another site",
  404: "Unknown, or of another organization",
  409: "Duplicate or overlap, or a field that only another release knows",
  412: "Stale version; `current` is the record as it is now",
  413: "A body over the limit, which `message` names",
  415: "A body that is not JSON",
  422: "Fields that fail, all of them at once, or not allowed in this state",
  423: "Locked by someone else, or the own lock is lost",
  428: "Needs If-Match or a lock token and has neither",
  429: "A limit of the caller is reached, which `limit` names; see Retry-After",
  500: "An unforeseen error",
  503: "Overloaded, or the database or the identity service is away; see Retry-After",
};

/** The error answers of an endpoint by status. `current` is the record that a 412 answers. */
export function problemResponses(
  components: Components,
  codes: readonly ProblemCode[],
  current?: z.ZodType,
): Record<number, Json> {
  const statuses = [...new Set(codes.map((code) => problemStatuses[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => problemStatuses[code] === status);
      return [status, problemResponse(components, status, ofStatus, current)];
    }),
  );
}

/** The same of an endpoint for directories, in SCIM's form. */
export function scimResponses(
  components: Components,
  codes: readonly ProblemCode[],
): Record<number, Json> {
  const statuses = [
    ...new Set(codes.map((code) => scimStatus({ statusCode: problemStatuses[code] }))),
  ];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      components.once("responses", `Scim${status}`, () => ({
        description: descriptions[status] ?? STATUS_CODES[status],
        ...headersOf(components, status),
        content: {
          "application/scim+json": { schema: schemaOf(components, scimError, "output") },
        },
      })),
    ]),
  );
}

function problemResponse(
  components: Components,
  status: number,
  codes: readonly ProblemCode[],
  current: z.ZodType | undefined,
): Json {
  const ofRecord = current && codes.includes("STALE_VERSION") ? `Of${nameOf(current)}` : "";
  return components.once("responses", codes.map(inPascalCase).join("Or") + ofRecord, () => {
    const examples = codes
      // Each resource has other records.
      .filter((code) => code !== "STALE_VERSION")
      .map((code) => [
        code,
        components.add("examples", code, { summary: code, value: exampleOf(code) }),
      ]);
    return {
      description: descriptions[status] ?? STATUS_CODES[status],
      ...headersOf(components, status),
      content: {
        "application/problem+json": {
          schema: schemaOf(components, problemSchema(codes, ofRecord, current), "output"),
          ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
        },
      },
    };
  });
}

/** One schema for the problems of a status: what only one of several codes has is optional. */
function problemSchema(
  codes: readonly ProblemCode[],
  ofRecord: string,
  current: z.ZodType | undefined,
): z.ZodType {
  const extended = codes.filter(hasExtras);
  if (extended.length === 0) return problem;
  const shapes = extended.map((code) => {
    const members: z.ZodObject =
      code === "STALE_VERSION" && current ? extras.STALE_VERSION.extend({ current }) : extras[code];
    return (codes.length > 1 ? members.partial() : members).shape;
  });
  const id = `${extended.map(inPascalCase).join("Or")}Problem${ofRecord}`;
  return problem.extend(Object.assign({}, ...shapes)).meta({ id });
}

function hasExtras(code: ProblemCode): code is keyof ProblemExtras {
  return Object.hasOwn(extras, code);
}

function nameOf(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodUnion) return schema.options.map(nameOf).join("Or");
  return z.globalRegistry.get(schema)?.id ?? "Record";
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

const REQUEST_ID = "5f0c1e0a-9d1b-4c39-9a53-6f3c8f4a9e21";

const overlap: PeriodConflict = {
  contractId: 12,
  startDate: "2026-04-01",
  endDate: "2027-03-31",
};
const lock: DictionaryLock = {
  dictionaryId: 7,
  lockedAt: "2026-04-01T05:32:00.000Z",
  lockedBy: "XyzU5p8bCq",
  lockedByName: "佐藤 花子",
  lockExpiresAt: "2026-04-01T05:34:00.000Z",
};
const release: LockRelease = {
  cause: "BROKEN",
  releasedBy: "Ab3kT0wRm1",
  releasedByName: "鈴木 一郎",
  releasedAt: "2026-04-01T05:33:10.000Z",
  reason: "急ぎの修正のため",
};

const losses: ExportLosses = {
  lackingTotal: 1,
  unfitTotal: 0,
  characters: [{ character: "𠮷", count: 1, entryId: 12, surface: "𠮷野", line: 5 }],
  entries: [],
};

/** Problems with more than their code's general sentence. */
const examples: Partial<Record<ProblemCode, ProblemError>> = {
  BAD_QUERY: badQuery({ size: fieldSentences.atMost(100) }),
  NAME_EXISTS: conflict("NAME_EXISTS", {
    errors: { workspaceName: problemSentences.NAME_EXISTS },
  }),
  PERIOD_OVERLAPS: conflict("PERIOD_OVERLAPS", { extra: { conflicts: [overlap] } }),
  PAYLOAD_TOO_LARGE: payloadTooLarge(BODY_LIMIT),
  VALIDATION_FAILED: validationFailed({ userName: fieldSentences.required(userLabels.userName) }),
  EXPORT_LOSSY: ruleBroken("EXPORT_LOSSY", {
    message: lackingSentence("cp932", losses.characters),
    extra: { ...losses },
  }),
  LOCKED: locked("LOCKED", {
    message: lockSentences.heldBy("佐藤 花子", "14:32"),
    extra: { lock },
  }),
  LOCK_LOST: locked("LOCK_LOST", { extra: { release } }),
  TOO_MANY_REQUESTS: limitReached("TOO_MANY_REQUESTS", "requestsPerMinute", 30),
  TOO_MANY_AT_ONCE: limitReached("TOO_MANY_AT_ONCE", "requests", 2),
  MAIL_SENT_RECENTLY: limitReached("MAIL_SENT_RECENTLY", "mails", 45),
  ANSWER_ROOM_FULL: limitReached("ANSWER_ROOM_FULL", "storedAnswers", 7_200),
  EVENT_ROOM_FULL: limitReached("EVENT_ROOM_FULL", "eventsPerDay", 3_600),
  REQUEST_IN_PROGRESS: unavailable("REQUEST_IN_PROGRESS", 1),
  UNAVAILABLE: unavailable(),
  TEMPORARY_FOLDER_FULL: temporaryFolderFull(),
  OVERLOADED: limitReached("OVERLOADED", "server", 2),
};

function exampleOf(code: ProblemCode) {
  return (examples[code] ?? new ProblemError(code)).body(REQUEST_ID);
}
