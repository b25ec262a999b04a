import { z } from "zod";
import { VOCABULARY_ENGINES } from "./rules.ts";
import "../problems/zodSentences.ts";

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
