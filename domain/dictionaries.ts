import { z } from "zod";
import { DICTIONARY_CATEGORIES, LOCKED_FILTERS } from "./dictionaryRules.ts";
import { line, paragraph } from "./text.ts";

/** The fields a list of dictionaries can be sorted by; the first is the default. */
export const DICTIONARY_SORTS = [
  "dictionaryId",
  "dictionaryName",
  "category",
  "createdAt",
  "updatedAt",
] as const;

const instant = z.iso.datetime();

/** Who holds a dictionary, and until when; all null while nobody does (spec 3, design 5). */
const holder = {
  lockedAt: instant.nullable(),
  /** userId of the holder. */
  lockedBy: z.string().nullable(),
  lockedByName: z.string().nullable(),
  lockExpiresAt: instant.nullable(),
};

/** A dictionary as the API answers it (spec 3, design 5). */
export const dictionary = z
  .object({
    dictionaryId: z.int(),
    organizationId: z.int(),
    category: z.enum(DICTIONARY_CATEGORIES).meta({ id: "DictionaryCategory" }),
    dictionaryName: line(100),
    description: paragraph(500),
    entryCount: z.int(),
    ...holder,
    version: z.int(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Dictionary" });
export type Dictionary = z.infer<typeof dictionary>;

/** POST /dictionaries. */
export const dictionaryCreate = z
  .strictObject({
    category: dictionary.shape.category,
    dictionaryName: dictionary.shape.dictionaryName,
    description: dictionary.shape.description.optional(),
  })
  .meta({ id: "DictionaryCreate" });
export type DictionaryCreate = z.infer<typeof dictionaryCreate>;

/** PATCH /dictionaries/{id}; the category is fixed after creation. */
export const dictionaryUpdate = dictionaryCreate
  .omit({ category: true })
  .partial()
  .meta({ id: "DictionaryUpdate" });
export type DictionaryUpdate = z.infer<typeof dictionaryUpdate>;

export const dictionaryFilters = {
  q: z.string().max(100).optional(),
  category: z.enum(DICTIONARY_CATEGORIES).optional(),
  locked: z.enum(LOCKED_FILTERS).optional(),
};

/** The lock of a dictionary, as GET /dictionaries/{id}/lock answers it: without its token. */
export const dictionaryLock = z
  .object({ dictionaryId: z.int(), ...holder })
  .meta({ id: "DictionaryLock" });
export type DictionaryLock = z.infer<typeof dictionaryLock>;

/** The lock as its holder gets it; the token goes with every write, as X-Lock-Token. */
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

/** POST /dictionaries/{id}/lock: `takeOver` moves one's own lock from another tab to this one. */
export const lockRequest = z
  .strictObject({ takeOver: z.boolean().optional() })
  .meta({ id: "LockRequest" });

/** DELETE /dictionaries/{id}/lock; a wrong reason is 422 by the service, since a person typed it. */
export const lockReleaseQuery = z.strictObject({
  force: z.enum(["true", "false"]).optional(),
  reason: z.string().optional(),
});

/** Why a lock is gone, where somebody broke it: a member of the 423 LOCK_LOST body. */
export const lockRelease = z
  .object({
    releasedBy: z.string(),
    releasedByName: z.string(),
    releasedAt: instant,
    reason: line(200),
  })
  .meta({ id: "LockRelease" });
export type LockRelease = z.infer<typeof lockRelease>;
