import { z } from "zod";
import { OMISSION_REASONS, RECOGNISERS } from "../vocabulary/rules.ts";
import { DICTIONARY_ENGINES, DICTIONARY_FORMATS, EXPORT_ENCODINGS } from "./formats.ts";
import "../problems/zodSentences.ts";

/** GET /dictionaries/{id}/export; without `encoding` the one that the format's owner reads. */
export const entryExportQuery = z.strictObject({
  format: z.enum(DICTIONARY_FORMATS).default("csv"),
  encoding: z.enum(EXPORT_ENCODINGS).optional(),
  /** Whether characters may be replaced and entries left out. */
  lossy: z.enum(["true", "false"]).default("false"),
});
export type EntryExportQuery = z.infer<typeof entryExportQuery>;

/** What an export would lose: part of the body of 422 EXPORT_LOSSY. */
export const exportLosses = z.object({
  lackingTotal: z.int(),
  unfitTotal: z.int(),
  characters: z
    .array(
      z.object({
        character: z.string(),
        count: z.int(),
        entryId: z.int(),
        surface: z.string(),
        line: z.int().meta({ description: "The line of the file, counted from 1." }),
      }),
    )
    .meta({ description: "Characters that the encoding lacks, per entry; at most 500." }),
  entries: z
    .array(z.object({ entryId: z.int(), surface: z.string(), reading: z.string() }))
    .meta({ description: "Entries that the format cannot hold; at most 500." }),
});
export type ExportLosses = z.infer<typeof exportLosses>;

/** GET /dictionaries/{id}/fitness */
export const dictionaryFitness = z
  .object({
    engines: z.array(
      z.object({
        engine: z.enum(DICTIONARY_ENGINES).meta({ id: "DictionaryEngine" }),
        total: z.int().meta({ description: "The enabled entries." }),
        unfit: z
          .int()
          .meta({ description: "How many of them the engine cannot take as they are." }),
        retagged: z.int().meta({
          description: "How many of these it takes with another part of speech, or without one.",
        }),
        misfits: z
          .array(
            z.object({
              entryId: z.int(),
              surface: z.string(),
              reading: z.string(),
              field: z.enum(["surface", "reading", "partOfSpeech", "note"]),
              message: z.string(),
            }),
          )
          .meta({
            description:
              "What keeps an entry out, then other parts of speech, each in the order of the entries; at most 200.",
          }),
      }),
    ),
    recognisers: z
      .array(
        z.object({
          engine: z.enum(RECOGNISERS).meta({ id: "Recogniser" }),
          total: z.int().meta({
            description:
              "The entries of the dictionary that are in the vocabulary: enabled, and no other dictionary takes precedence.",
          }),
          unfit: z.int().meta({ description: "How many of them the recogniser does not get." }),
          entries: z
            .array(
              z.object({
                entryId: z.int(),
                surface: z.string(),
                reading: z.string(),
                reason: z.enum(OMISSION_REASONS),
                message: z.string(),
              }),
            )
            .meta({ description: "Those, the most important first; at most 200." }),
        }),
      )
      .meta({
        description:
          "Speech recognisers get the words of all dictionaries in one list, for which there may be no room.",
      }),
  })
  .meta({ id: "DictionaryFitness" });
export type DictionaryFitness = z.infer<typeof dictionaryFitness>;
