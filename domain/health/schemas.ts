import { z } from "zod";
import { dictionary } from "../dictionaries/schemas.ts";
import { distinct } from "../distinct.ts";
import { entryValues } from "../entries/bulk.ts";
import { ALONE_KINDS, HEALTH_KINDS, MOST_IN_SET } from "./rules.ts";

export const healthSentences = {
  itself: "残す単語以外を指定してください。",
  kind: "1件の単語には確認した項目を指定し、複数の単語には指定しないでください。",
  keptDisabled: "残す単語が無効になっているため、統合できません。",
} as const;

const healthKind = z.enum(HEALTH_KINDS).meta({ id: "HealthKind" });

const healthSet = z
  .object({
    kind: healthKind,
    entries: z.array(entryValues).meta({
      description: "Those that engines take first come first; one for a kind of single words.",
    }),
  })
  .meta({ id: "HealthSet" });

export const healthReport = z
  .object({
    words: z.int().meta({ description: "The enabled words that were checked." }),
    sound: z.int().meta({ description: "Those of which nothing was found." }),
    truncated: z
      .boolean()
      .meta({ description: "Whether there are more than are checked at once." }),
    lowered: z
      .array(
        z.object({
          kind: healthKind,
          sets: z.int(),
          words: z.int(),
          counted: z.int().meta({ description: "The words that no kind before has." }),
        }),
      )
      .meta({ description: "Each kind, also those of which nothing was found." }),
    sets: z
      .array(healthSet)
      .meta({ description: "Up to 100 of each kind, in the order of kinds." }),
    dictionaries: z
      .array(
        dictionary
          .pick({ dictionaryId: true, dictionaryName: true, category: true })
          .meta({ id: "HealthDictionary" }),
      )
      .meta({ description: "Those of the words in the sets." }),
  })
  .meta({ id: "HealthReport" });
export type HealthReport = z.infer<typeof healthReport>;

const entryIds = distinct(z.array(z.int()).max(MOST_IN_SET));

export const healthMerge = z
  .strictObject({
    keep: z.int().meta({ description: "Of this dictionary or another one of the organization." }),
    disable: entryIds.min(1).meta({ description: "Entries of this dictionary." }),
  })
  .refine(({ keep, disable }) => !disable.includes(keep), {
    path: ["disable"],
    message: healthSentences.itself,
  })
  .meta({ id: "HealthMerge" });
export type HealthMerge = z.infer<typeof healthMerge>;

export const healthDistinct = z
  .strictObject({
    entryIds: entryIds.min(1),
    kind: z.enum(ALONE_KINDS).optional().meta({
      description: "For one word, in what regard it is right as it is.",
    }),
  })
  .refine((asked) => (asked.kind === undefined) === asked.entryIds.length > 1, {
    path: ["kind"],
    message: healthSentences.kind,
  })
  .meta({ id: "HealthDistinct" });
export type HealthDistinct = z.infer<typeof healthDistinct>;
