import { z } from "zod";
import "./zodSentences.ts";

const USAGE_PERIODS = ["day", "month"] as const;

export const usageQuery = z.strictObject({ by: z.enum(USAGE_PERIODS).default("day") });

/** GET /contracts/{id}/usage: one point per day (YYYY-MM-DD) or month (YYYY-MM) with usage. */
export const usageSeries = z
  .object({
    by: z.enum(USAGE_PERIODS),
    points: z.array(
      z.object({ period: z.string(), transcriptCount: z.int(), transcriptMinutes: z.int() }),
    ),
  })
  .meta({ id: "UsageSeries" });
export type UsageSeries = z.infer<typeof usageSeries>;
