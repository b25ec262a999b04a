import { z } from "zod";
import { FORECAST_CAPS } from "./forecast.ts";
import "./zodSentences.ts";

const USAGE_PERIODS = ["day", "month"] as const;

export const usageQuery = z.strictObject({ by: z.enum(USAGE_PERIODS).default("day") });

/** When a cap is expected to be reached (domain/forecast.ts). */
const usageForecast = z
  .object({ reachedOn: z.iso.date(), cap: z.enum(FORECAST_CAPS) })
  .meta({ id: "UsageForecast" });

/** GET /contracts/{id}/usage: one point per day (YYYY-MM-DD) or month (YYYY-MM) with usage. */
export const usageSeries = z
  .object({
    by: z.enum(USAGE_PERIODS),
    points: z.array(
      z.object({ period: z.string(), transcriptCount: z.int(), transcriptMinutes: z.int() }),
    ),
    forecast: usageForecast.nullable(),
  })
  .meta({ id: "UsageSeries" });
export type UsageSeries = z.infer<typeof usageSeries>;
