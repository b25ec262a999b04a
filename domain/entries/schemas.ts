import { z } from "zod";
import { dictionaryCategory } from "../dictionaries/schemas.ts";
import { line, optionalLine, writtenKana } from "../text/text.ts";
import { PARTS_OF_SPEECH } from "./partsOfSpeech.ts";
import {
  entryReading,
  entrySentences,
  isEntryReading,
  LEAST_WEIGHT,
  MOST_OPERATIONS,
  MOST_WEIGHT,
  NOTE_LENGTH,
  READING_LENGTH,
  SURFACE_LENGTH,
} from "./rules.ts";

/** The sort fields of the list; the first is the default. */
export const ENTRY_SORTS = [
  "entryId",
  "surface",
  "reading",
  "partOfSpeech",
  "weight",
  "enabled",
  "updatedAt",
  "uses30Days",
] as const;

const instant = z.iso.datetime();

/** What an entry conflicts with. Only enabled entries conflict. */
const entryWarning = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("SAME_READING"), surface: z.string(), entryId: z.int() }),
    /** A dictionary of another category has the same entry; `wins` if this one is used. */
    z.object({
      kind: z.literal("OTHER_CATEGORY"),
      dictionaryId: z.int(),
      dictionaryName: z.string(),
      category: dictionaryCategory,
      wins: z.boolean(),
    }),
    /** AmiVoice, which takes one entry for a reading, gets a more important one in its place. */
    z.object({
      kind: z.literal("OUTRANKED_READING"),
      surface: z.string(),
      entryId: z.int(),
      /** Null in the same dictionary. */
      dictionaryName: z.string().nullable(),
    }),
  ])
  .meta({ id: "DictionaryEntryWarning" });
export type EntryWarning = z.infer<typeof entryWarning>;

export const entry = z
  .object({
    entryId: z.int(),
    dictionaryId: z.int(),
    surface: line(SURFACE_LENGTH),
    reading: writtenKana(READING_LENGTH, {
      convert: entryReading,
      isKana: isEntryReading,
      sentence: entrySentences.reading,
    }).meta({ maxLength: READING_LENGTH, description: "Kana, stored as hiragana." }),
    partOfSpeech: z.enum(PARTS_OF_SPEECH).meta({ id: "PartOfSpeech" }),
    weight: z.int().min(LEAST_WEIGHT).max(MOST_WEIGHT),
    note: optionalLine(NOTE_LENGTH),
    enabled: z.boolean(),
    version: z.int(),
    createdAt: instant,
    updatedAt: instant,
    mergedInto: z.int().nullable().meta({
      description:
        "The entry of the organization into which this disabled one was merged; null if that is gone.",
    }),
    /** At most three of each kind. */
    warnings: z.array(entryWarning),
    reflection: z
      .object({
        revision: z.int().meta({ description: "The first one with the entry as it is." }),
        fetched: z.boolean().meta({ description: "Whether any engine has fetched that revision." }),
        transcriptCount: z.int().meta({ description: "Transcripts made with it or a later one." }),
      })
      .nullable()
      .optional()
      .meta({ description: "Where it is asked for; null if engines never saw the entry." }),
    uses30Days: z.int().nullable().optional().meta({
      description:
        "In lists: how often the word was recognised in the last 30 days, as reports of usage tell; null where none tells it of any word.",
    }),
  })
  .meta({ id: "DictionaryEntry" });
export type Entry = z.infer<typeof entry>;

const { surface, reading, partOfSpeech, weight, note, enabled } = entry.shape;

const entryCreateFields = z.strictObject({
  surface,
  reading,
  partOfSpeech: partOfSpeech.optional(),
  weight: weight.optional(),
  note: note.optional(),
  enabled: enabled.optional(),
});

/** A new entry; 名詞, weight 2, no note and enabled unless it says otherwise. */
export const entryCreate = entryCreateFields.meta({ id: "DictionaryEntryCreate" });
export type EntryCreate = z.infer<typeof entryCreate>;

const entryUpdateFields = entryCreateFields.extend({ note: note.nullable() }).partial();

/** PATCH …/entries/{entryId}: null clears the note. */
export const entryUpdate = entryUpdateFields.meta({ id: "DictionaryEntryUpdate" });
export type EntryUpdate = z.infer<typeof entryUpdate>;

export const entryRef = z
  .strictObject({ entryId: z.int(), version: z.int().optional() })
  .meta({ id: "DictionaryEntryRef" });

/**
 * Several writes in one transaction. A `version` that is not the current one refuses them all. The
 * deletes come first, so that a new entry may take the place of a deleted one.
 */
export const entryBatch = z
  .strictObject({
    create: z.array(entryCreate).max(MOST_OPERATIONS).optional(),
    update: z
      .array(entryUpdateFields.extend(entryRef.shape).meta({ id: "DictionaryEntryBatchUpdate" }))
      .max(MOST_OPERATIONS)
      .optional(),
    delete: z.array(entryRef).max(MOST_OPERATIONS).optional(),
  })
  .meta({ id: "DictionaryEntryBatch" });
export type EntryBatch = z.infer<typeof entryBatch>;

/** What a batch did, each in the order of the request; deleted entries as they last were. */
export const entryBatchResult = z
  .object({
    created: z.array(entry),
    updated: z.array(entry),
    deleted: z.array(entry),
  })
  .meta({ id: "DictionaryEntryBatchResult" });
export type EntryBatchResult = z.infer<typeof entryBatchResult>;

export const entryFilters = {
  q: z.string().max(100).optional(),
  partOfSpeech: z.enum(PARTS_OF_SPEECH).optional(),
  enabled: z.enum(["true", "false"]).optional(),
  /** Only entries with warnings. */
  warning: z.literal("true").optional(),
  /** Whether reports of usage of the last 30 days name them. */
  used: z.enum(["true", "false"]).optional(),
};

/** Asks for `reflection` of each entry. */
export const withReflection = { reflection: z.literal("true").optional() };
