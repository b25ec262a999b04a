import { z } from "zod";
import { MOST_AT_ONCE } from "../bulkSentences.ts";
import { distinct } from "../distinct.ts";
import { fieldSentences, tooManyItems } from "../problems/sentences.ts";
import { line, optionalLine, paragraph } from "../text/text.ts";
import { LONGEST_MESSAGE } from "./handOver.ts";
import { DICTIONARY_CATEGORIES, LOCKED_FILTERS } from "./rules.ts";

/** The sort fields of the list; the first is the default. */
export const DICTIONARY_SORTS = [
  "dictionaryId",
  "dictionaryName",
  "category",
  "createdAt",
  "updatedAt",
] as const;

const instant = z.iso.datetime();

/**
 * The holder of the lock and its end; all null if it is free (docs/product/dictionaries.md#lock).
 */
const holder = {
  lockedAt: instant.nullable(),
  /** A userId. */
  lockedBy: z.string().nullable(),
  lockedByName: z.string().nullable(),
  lockExpiresAt: instant.nullable(),
};

const MOST_WORKSPACES = 100;

export const dictionaryCategory = z.enum(DICTIONARY_CATEGORIES).meta({ id: "DictionaryCategory" });

export const dictionary = z
  .object({
    dictionaryId: z.int(),
    organizationId: z.int(),
    category: dictionaryCategory,
    dictionaryName: line(100),
    description: paragraph(500),
    workspaceIds: z.array(z.int().positive()).max(MOST_WORKSPACES).meta({
      description: "The workspaces that the dictionary is used for; empty for all.",
    }),
    entryCount: z.int(),
    ...holder,
    version: z.int(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Dictionary" });
export type Dictionary = z.infer<typeof dictionary>;

export const dictionaryCreate = z
  .strictObject({
    category: dictionary.shape.category,
    dictionaryName: dictionary.shape.dictionaryName,
    description: dictionary.shape.description.optional(),
    workspaceIds: distinct(dictionary.shape.workspaceIds).optional(),
  })
  .meta({ id: "DictionaryCreate" });
export type DictionaryCreate = z.infer<typeof dictionaryCreate>;

/** PATCH /dictionaries/{id}: null clears the description. The category cannot change. */
export const dictionaryUpdate = dictionaryCreate
  .omit({ category: true })
  .extend({ description: dictionary.shape.description.nullable() })
  .partial()
  .meta({ id: "DictionaryUpdate" });
export type DictionaryUpdate = z.infer<typeof dictionaryUpdate>;

/** A dictionary as the caller knows it, with the workspaces that it will be used for. */
const assignment = z
  .strictObject({
    dictionaryId: z.int().positive(),
    version: z.int(),
    workspaceIds: distinct(dictionary.shape.workspaceIds),
  })
  .meta({ id: "DictionaryAssignment" });

export const dictionaryAssignments = z
  .strictObject({
    dictionaries: z
      .array(assignment)
      .min(1)
      .superRefine((all, context) => {
        const ids = new Set(all.map(({ dictionaryId }) => dictionaryId));
        if (all.length > MOST_AT_ONCE) context.addIssue(tooManyItems(MOST_AT_ONCE, "辞書"));
        else if (ids.size < all.length) context.addIssue(fieldSentences.repeated("辞書"));
      }),
  })
  .meta({ id: "DictionaryAssignments" });
export type DictionaryAssignments = z.infer<typeof dictionaryAssignments>;

/** What was changed, as it is now; `unchanged` counts those that were so already. */
export const assignedDictionaries = z
  .object({ dictionaries: z.array(dictionary), unchanged: z.int() })
  .meta({ id: "AssignedDictionaries" });
export type AssignedDictionaries = z.infer<typeof assignedDictionaries>;

export const dictionaryFilters = {
  q: z.string().max(100).optional(),
  category: z.enum(DICTIONARY_CATEGORIES).optional(),
  locked: z.enum(LOCKED_FILTERS).optional(),
  ids: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/)
    .transform((list) => list.split(",").map(Number))
    .optional()
    .meta({
      description: "Those with one of these ids, separated by commas.",
      sentAs: { type: "string" },
    }),
};

/** GET /dictionaries/{id}/lock: the lock without its token. */
export const dictionaryLock = z
  .object({ dictionaryId: z.int(), ...holder })
  .meta({ id: "DictionaryLock" });
export type DictionaryLock = z.infer<typeof dictionaryLock>;

/** Who waits for a lock, one person at a time (docs/product/dictionaries.md#handing-over). */
const editRequest = z
  .object({
    requestId: z.int(),
    requestedBy: z.string(),
    requestedByName: z.string(),
    requestedAt: instant,
    handOverAt: instant.nullable().meta({
      description: "When the holder will hand the lock over; null until the holder says so.",
    }),
    message: z.string().nullable().meta({
      description: "Null for all but the tab of the holder and that of the request.",
    }),
  })
  .meta({ id: "EditRequest" });
export type EditRequest = z.infer<typeof editRequest>;

/** GET and PUT /dictionaries/{id}/lock: the lock, and who waits for it. */
export const watchedLock = dictionaryLock
  .extend({ request: editRequest.nullable() })
  .meta({ id: "WatchedLock" });
export type WatchedLock = z.infer<typeof watchedLock>;

export const editRequestCreate = z
  .strictObject({ message: optionalLine(LONGEST_MESSAGE).optional() })
  .meta({ id: "EditRequestCreate" });

/**
 * What became of a request. `WAITING` has the request, `GRANTED` the lock, which the token of the
 * request holds, and `REFUSED` who refused and why; `ENDED` is withdrawn, expired, or made again.
 */
export const editRequestState = z
  .object({
    dictionaryId: z.int(),
    state: z.enum(["WAITING", "GRANTED", "REFUSED", "ENDED"]),
    request: editRequest.nullable(),
    waitSeconds: z.number().nullable().meta({
      description: "How long the request waits unless it is extended; null unless it waits.",
    }),
    lock: dictionaryLock.nullable(),
    refusal: z.object({ refusedByName: z.string().nullable(), reason: z.string() }).nullable(),
  })
  .meta({ id: "EditRequestState" });
export type EditRequestState = z.infer<typeof editRequestState>;

/** The answer to POST …/lock/request, whose token becomes that of the lock. */
export const ownEditRequest = editRequestState
  .extend({ lockToken: z.string() })
  .meta({ id: "OwnEditRequest" });
export type OwnEditRequest = z.infer<typeof ownEditRequest>;

/** POST /dictionaries/{id}/lock/handover. `LATER` is in 5 minutes, or when the holder ends before. */
export const handOver = z
  .strictObject({ requestId: z.int(), when: z.enum(["NOW", "LATER"]) })
  .meta({ id: "LockHandOver" });
export type HandOver = z.infer<typeof handOver>;

export const refusal = z
  .strictObject({ requestId: z.int(), reason: optionalLine(LONGEST_MESSAGE).optional() })
  .meta({ id: "LockRefusal" });
export type Refusal = z.infer<typeof refusal>;

/** The lock for its holder. Every write sends the token as X-Lock-Token. */
export const ownDictionaryLock = z
  .object({
    dictionaryId: z.int(),
    lockedAt: instant,
    lockedBy: z.string(),
    lockedByName: z.string(),
    lockExpiresAt: instant,
    lockToken: z.string(),
  })
  .meta({ id: "OwnDictionaryLock" });
export type OwnDictionaryLock = z.infer<typeof ownDictionaryLock>;

/** POST /dictionaries/{id}/lock. `takeOver` moves the caller's own lock from another tab. */
export const lockRequest = z
  .strictObject({ takeOver: z.boolean().optional() })
  .meta({ id: "LockRequest" });

/** DELETE /dictionaries/{id}/lock. The service checks the reason (422), since a person typed it. */
export const lockReleaseQuery = z.strictObject({
  force: z.enum(["true", "false"]).optional(),
  reason: z.string().optional(),
});

/** Why an organization admin breaks a lock, for its holder to read. */
export const lockBreak = z.object({ reason: line(200) });

/**
 * Who ended a lock and why: part of the body of 423 LOCK_LOST. `RIGHT_LOST`: the holder may no
 * longer write dictionaries. `HANDED_OVER`: it was passed on to `releasedBy`, who waited for it, for no
 * other reason. System admins, whom members do not know, are null.
 */
export const lockRelease = z
  .object({
    cause: z.enum(["BROKEN", "RIGHT_LOST", "HANDED_OVER"]),
    releasedBy: z.string().nullable(),
    releasedByName: z.string().nullable(),
    releasedAt: instant,
    reason: z.string(),
  })
  .meta({ id: "LockRelease" });
export type LockRelease = z.infer<typeof lockRelease>;
