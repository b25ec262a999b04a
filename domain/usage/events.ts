import { z } from "zod";
import { fieldSentences } from "../problems/sentences.ts";
import { addDays, DATE_RANGE, parseInstant, tokyoMidnight } from "../text/dates.ts";
import {
  MAX_EVENT_WORDS,
  MAX_WORD_COUNT,
  REJECTIONS,
  USAGE_RESULTS,
  type UsageEvent,
  type UsageVerdict,
} from "./rules.ts";
import "../problems/zodSentences.ts";

const eventId = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, fieldSentences.eventId)
  .meta({
    description:
      "An id that the service chooses, such as a UUID. It is compared as it is, with those of its organization.",
  });

const range = {
  from: tokyoMidnight(DATE_RANGE.min),
  to: tokyoMidnight(addDays(DATE_RANGE.max, 1)),
};

/** An instant in ISO 8601 to the millisecond. Without an offset it could lie on another day. */
const instant = z.iso
  .datetime({ offset: true, error: fieldSentences.instant })
  .refine((text) => !Number.isNaN(parseInstant(text).getTime()), {
    message: fieldSentences.instant,
    abort: true,
  })
  .refine((text) => parseInstant(text) >= range.from && parseInstant(text) < range.to, {
    message: fieldSentences.dateRange,
  });

const usageEvent = z
  .strictObject({
    eventId,
    organizationId: z.int().positive(),
    workspaceId: z.int().positive().nullish(),
    occurredAt: instant,
    seconds: z.int().min(0),
    vocabularyRevision: z.int().positive().nullish().meta({
      description: "`X-Vocabulary-Revision` of the words that the transcript was made with.",
    }),
    words: z
      .array(
        z
          .strictObject({
            entryId: z.int().positive(),
            count: z.int().positive().max(MAX_WORD_COUNT),
          })
          .meta({ id: "UsageWord" }),
      )
      .max(MAX_EVENT_WORDS)
      .optional()
      .meta({
        description:
          "Which words of the dictionaries the transcript has, and how often. They are counted when the event is recorded; unknown ids are ignored, and no text is sent.",
      }),
  })
  .meta({ id: "UsageEvent" });

/**
 * POST /usage-events (docs/product/usage.md#reporting-events). The endpoint declares how many
 * events it takes.
 */
export const usageReport = z
  .strictObject({ events: z.array(usageEvent) })
  .meta({ id: "UsageReport" });
export type UsageReport = z.infer<typeof usageReport>;

const usageResult = z
  .object({
    eventId: z.string(),
    result: z.enum(USAGE_RESULTS),
    contractId: z.int().optional(),
    reason: z.enum(REJECTIONS).optional(),
  })
  .meta({ id: "UsageResult" });

export const usageResults = z
  .object({ results: z.array(usageResult) })
  .meta({ id: "UsageResults" });
export type UsageResults = z.infer<typeof usageResults>;

export function eventsOf({ events }: UsageReport): UsageEvent[] {
  return events.map(({ workspaceId = null, vocabularyRevision = null, occurredAt, ...event }) => ({
    ...event,
    workspaceId,
    vocabularyRevision,
    occurredAt: parseInstant(occurredAt),
  }));
}

/** The answer to a report: one result per event, in its order. */
export function resultsOf(
  events: readonly UsageEvent[],
  verdicts: readonly UsageVerdict[],
): UsageResults {
  const results = verdicts.map((verdict, place) => ({
    eventId: events[place]?.eventId ?? "",
    ...verdict,
  }));
  return { results };
}
