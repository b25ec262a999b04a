import { z } from "zod";
import { distinct } from "../distinct.ts";
import { line, paragraph } from "../text/text.ts";
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

/** The most workspaces that a dictionary names. */
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

export const dictionaryFilters = {
  q: z.string().max(100).optional(),
  category: z.enum(DICTIONARY_CATEGORIES).optional(),
  locked: z.enum(LOCKED_FILTERS).optional(),
};

/** GET /dictionaries/{id}/lock: the lock without its token. */
export const dictionaryLock = z
  .object({ dictionaryId: z.int(), ...holder })
  .meta({ id: "DictionaryLock" });
export type DictionaryLock = z.infer<typeof dictionaryLock>;

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

/**
 * Who ended a lock and why: part of the body of 423 LOCK_LOST. `RIGHT_LOST`: the holder may no
 * longer write dictionaries. System admins, whom members do not know, are null.
 */
export const lockRelease = z
  .object({
    cause: z.enum(["BROKEN", "RIGHT_LOST"]),
    releasedBy: z.string().nullable(),
    releasedByName: z.string().nullable(),
    releasedAt: instant,
    reason: line(200),
  })
  .meta({ id: "LockRelease" });
export type LockRelease = z.infer<typeof lockRelease>;
