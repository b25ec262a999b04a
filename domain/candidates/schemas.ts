import { z } from "zod";
import { PARTS_OF_SPEECH } from "../entries/partsOfSpeech.ts";
import { SURFACE_LENGTH } from "../entries/rules.ts";
import { entry } from "../entries/schemas.ts";
import { READING_SOURCES } from "../readings/rules.ts";
import { line } from "../text/text.ts";
import {
  CANDIDATE_KINDS,
  CANDIDATE_SOURCES,
  CANDIDATE_TEXT_LENGTH,
  candidateSentences,
  MOST_CANDIDATES,
  MOST_EVIDENCE,
} from "./rules.ts";
import "../problems/zodSentences.ts";

function text(sentence: string) {
  return z
    .string()
    .min(1)
    .max(CANDIDATE_TEXT_LENGTH * 2, { error: sentence, abort: true })
    .refine((typed) => [...typed].length <= CANDIDATE_TEXT_LENGTH, sentence)
    .meta({ maxLength: CANDIDATE_TEXT_LENGTH, description: "At most 20,000 code points." });
}

export const candidateTexts = z
  .strictObject({
    before: text(candidateSentences.beforeTooLong).optional(),
    after: text(candidateSentences.afterTooLong),
    workspaceId: z.int().positive().optional(),
  })
  .meta({ id: "CandidateTexts" });
export type AskedTexts = z.infer<typeof candidateTexts>;

const evidence = z
  .object({
    before: z
      .string()
      .nullable()
      .meta({ description: "What was recognised; null without `before`." }),
    after: z.string(),
    count: z.int(),
    sentence: z.string().meta({ description: "Of the text `after`, in NFKC; long ones in part." }),
    at: z.int().meta({ description: "Where `after` begins in it, in UTF-16 code units." }),
  })
  .meta({ id: "CandidateEvidence" });

const { entryId, dictionaryId, reading, weight, version } = entry.shape;

const candidate = z
  .object({
    surface: z.string(),
    readings: z
      .array(
        z
          .object({
            reading: z.string(),
            source: z.enum([...CANDIDATE_SOURCES, ...READING_SOURCES]).meta({
              description:
                "TEXT: the text has it in parentheses. HEARD: what was recognised. The others as in GET /readings.",
            }),
          })
          .meta({ id: "CandidateReading" }),
      )
      .meta({ description: "The likeliest first." }),
    partOfSpeech: z.enum(PARTS_OF_SPEECH).meta({ id: "PartOfSpeech" }),
    evidence: z.array(evidence).max(MOST_EVIDENCE),
    kind: z.enum(CANDIDATE_KINDS).meta({
      description:
        "NEW: in no dictionary. READING: with another reading. KNOWN_NOT_REFLECTED: an engine lacks it. KNOWN_MISHEARD: engines have it, and it was misheard. KNOWN_DISABLED: disabled. KNOWN_OTHER_WORKSPACE: in dictionaries for other workspaces.",
    }),
    score: z.number().min(0).max(1),
    entryId: entryId.optional(),
    dictionaryId: dictionaryId.optional(),
    dictionaryName: z.string().optional(),
    /** What the entry has now. */
    known: z.object({ reading, weight, version }).optional(),
    versions: z
      .object({
        entry: z
          .int()
          .meta({ description: "The first revision with the entry as it is; 0 if none." }),
        fetched: z.int().nullable().meta({
          description:
            "The revision of the engine that is furthest behind; null if none has fetched.",
        }),
      })
      .optional()
      .meta({ description: "Of KNOWN_NOT_REFLECTED." }),
    proposal: z
      .object({ weight: weight.optional(), reading: reading.optional() })
      .optional()
      .meta({ description: "Of KNOWN_MISHEARD: a greater weight, or another reading." }),
  })
  .meta({ id: "Candidate" });
export type Candidate = z.infer<typeof candidate>;

/** The likeliest first. */
export const candidates = z.array(candidate).max(MOST_CANDIDATES);

export const ignoredSurfaces = z
  .strictObject({
    surfaces: z.array(line(SURFACE_LENGTH)).min(1).max(MOST_CANDIDATES),
    ignored: z.boolean().optional().meta({
      description: "By default true; false makes them candidates again.",
    }),
  })
  .meta({ id: "IgnoredSurfaces" });
export type IgnoredSurfaces = z.infer<typeof ignoredSurfaces>;
