import { z } from "zod";
import { dictionaryCategory } from "../dictionaries/schemas.ts";
import { entry } from "../entries/schemas.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { OMISSION_REASONS, VOCABULARY_ENGINES } from "./rules.ts";
import "../problems/zodSentences.ts";

const idInQuery = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, fieldSentences.wholeNumber())
  .transform(Number)
  .meta({ sentAs: { type: "integer", minimum: 1, maximum: 999_999_999_999_999 } });

const organizationId = idInQuery;

const vocabularyEngine = z.enum(VOCABULARY_ENGINES).meta({ id: "VocabularyEngine" });

/** GET /vocabulary and its report. */
export const vocabularyQuery = z
  .strictObject({
    organizationId,
    workspaceId: idInQuery.optional().meta({
      description: "Only dictionaries for this workspace; without it every dictionary counts.",
      sentAs: { type: "integer", minimum: 1, maximum: 999_999_999_999_999 },
    }),
    engine: z.enum(VOCABULARY_ENGINES),
    names: z
      .literal("exclude")
      .optional()
      .meta({ description: "Leaves 人名, 姓 and 名 out. Only with the engine `aws`." }),
    form: z
      .literal("json")
      .optional()
      .meta({ description: "The words of a profile as JSON. Only with the engine `amivoice`." }),
    order: z.literal("use").optional().meta({
      description:
        "Puts the words first that were recognised most often in the 30 days before today, in Tokyo; then as without it. For short lists.",
    }),
  })
  .refine(({ engine, names }) => names === undefined || engine === "aws", {
    path: ["names"],
    message: fieldSentences.notAllowed,
  })
  .refine(({ engine, form }) => form === undefined || engine === "amivoice", {
    path: ["form"],
    message: fieldSentences.notAllowed,
  });
export type VocabularyQuery = z.infer<typeof vocabularyQuery>;

const { entryId, dictionaryId, partOfSpeech } = entry.shape;

/** An entry as engines get it; the note is not for them. */
const vocabularyEntry = z
  .object({
    entryId,
    surface: z.string(),
    reading: z.string(),
    partOfSpeech,
    weight: z.int(),
    category: dictionaryCategory,
  })
  .meta({ id: "VocabularyEntry" });
export type VocabularyEntry = z.infer<typeof vocabularyEntry>;

/** The forms that are JSON: of our own, of Google (a PhraseSet), of Deepgram and of AmiVoice. */
export const jsonForms = z.union([
  z.object({ revision: z.int(), entries: z.array(vocabularyEntry) }).meta({ id: "Vocabulary" }),
  z
    .object({ phrases: z.array(z.object({ value: z.string(), boost: z.number() })) })
    .meta({ id: "GooglePhraseSet" }),
  z.object({ keyterm: z.array(z.string()) }).meta({ id: "DeepgramKeyterms" }),
  z
    .object({
      profilewords: z.array(
        z.object({ written: z.string(), spoken: z.string(), classname: z.string().optional() }),
      ),
    })
    .meta({ id: "AmiVoiceProfileWords" }),
]);

export const vocabularyReport = z
  .object({
    revision: z.int(),
    engine: vocabularyEngine,
    total: z.int().meta({ description: "The entries that there are." }),
    sent: z.int().meta({ description: "The entries that the engine gets." }),
    reasons: z
      .partialRecord(z.enum(OMISSION_REASONS), z.int())
      .meta({ description: "How many of the others are left out for which reason." }),
    omitted: z
      .array(
        vocabularyEntry.extend({
          reason: z.enum(OMISSION_REASONS),
          message: z.string().meta({ description: "A Japanese sentence." }),
        }),
      )
      .meta({ description: "The most important ones that are left out, at most 500." }),
  })
  .meta({ id: "VocabularyReport" });
export type VocabularyReport = z.infer<typeof vocabularyReport>;

/**
 * Where a reader of changes stands: a revision, or within the changes after it the last one that a
 * page had (revision and entry).
 */
export interface ChangesPosition {
  /** What the reader knew when it began to read; 0 for nothing. */
  known: number;
  revision: number;
  entryId: number;
}

const MOST_CHANGES = 1_000;

const after = z
  .string()
  .regex(/^\d{1,15}(_\d{1,15}_\d{1,15})?$/)
  .transform((text): ChangesPosition => {
    const [known = 0, revision = known, entryId = Number.MAX_SAFE_INTEGER] = text
      .split("_")
      .map(Number);
    return { known, revision, entryId };
  })
  .meta({
    description: "The revision that you hold, 0 for none, or `next` of the page before.",
    sentAs: { type: "string" },
  });

export const vocabularyChangesQuery = z.strictObject({
  organizationId,
  after,
  size: z
    .string()
    .regex(/^\d{1,9}$/, fieldSentences.wholeNumber())
    .transform(Number)
    .pipe(z.int().min(1).max(MOST_CHANGES))
    .prefault("1000")
    .meta({ sentAs: { type: "integer", minimum: 1, maximum: MOST_CHANGES, default: 1_000 } }),
});
export type VocabularyChangesQuery = z.infer<typeof vocabularyChangesQuery>;

export const vocabularyChanges = z
  .object({
    revision: z.int().meta({ description: "What you hold after the last page." }),
    upserts: z
      .array(
        vocabularyEntry.extend({
          dictionaryId,
          workspaceIds: z.array(z.int()).meta({ description: "Empty for all workspaces." }),
          revision: z.int(),
        }),
      )
      .meta({
        description:
          "Enabled entries that are new or changed, of all dictionaries, also those that another entry with the same surface and reading takes precedence over.",
      }),
    deletes: z.array(z.int()).meta({ description: "Ids of entries that are gone or disabled." }),
    next: z
      .string()
      .nullable()
      .meta({ description: "`after` of the next page; null after the last." }),
  })
  .meta({ id: "VocabularyChanges" });
export type VocabularyChanges = z.infer<typeof vocabularyChanges>;

/** What a program fetched last for an engine. */
const vocabularyFetch = z
  .object({
    engine: z.enum(VOCABULARY_ENGINES).meta({ id: "VocabularyEngine" }),
    keyName: z.string().meta({ description: "The name of its service key." }),
    revoked: z.boolean().meta({ description: "Whether that key was revoked since." }),
    workspaceId: z.int().nullable(),
    revision: z.int(),
    fetchedAt: z.iso.datetime(),
  })
  .meta({ id: "VocabularyFetch" });
export type VocabularyFetch = z.infer<typeof vocabularyFetch>;

/** GET /reflection: how far the words of an organization have reached its engines. */
export const reflection = z
  .object({
    revision: z.int().meta({ description: "Of the words as they are now." }),
    latest: vocabularyFetch.nullable().meta({
      description: "The fetch with the highest revision; null before the first one.",
    }),
    dictionaries: z
      .array(
        z.object({
          dictionaryId: z.int(),
          pending: z.int().meta({ description: "Words that no engine has fetched yet." }),
          mostPending: z.int().meta({
            description: "Words that the engine lacks that is furthest behind.",
          }),
        }),
      )
      .meta({ description: "Those with words that an engine lacks. Deleted words count too." }),
  })
  .meta({ id: "Reflection" });
export type Reflection = z.infer<typeof reflection>;

/** GET /dictionaries/{id}/reflection: each engine, the last fetch first. */
export const dictionaryReflection = z
  .object({
    revision: z.int(),
    fetches: z.array(
      vocabularyFetch.extend({
        pending: z
          .int()
          .meta({ description: "Words of the dictionary that changed since; deleted ones too." }),
      }),
    ),
  })
  .meta({ id: "DictionaryReflection" });
export type DictionaryReflection = z.infer<typeof dictionaryReflection>;
