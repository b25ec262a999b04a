import { z } from "zod";
import { FORECAST_CAPS, NO_FORECAST_REASONS } from "./forecast.ts";
import "../problems/zodSentences.ts";

const USAGE_PERIODS = ["day", "month"] as const;

export const usageQuery = z.strictObject({
  by: z.enum(USAGE_PERIODS).default("day"),
  split: z
    .literal("workspace")
    .optional()
    .meta({ description: "`workspace` adds what the transcripts of each workspace used." }),
});
export type UsageQuery = z.infer<typeof usageQuery>;

export const usageSeriesQuery = usageQuery.extend({
  cumulative: z
    .literal("true")
    .optional()
    .meta({ description: "`true` adds what was used up to the end of each point." }),
});
export type UsageSeriesQuery = z.infer<typeof usageSeriesQuery>;

const used = { transcriptCount: z.int(), transcriptMinutes: z.int() };

const workspaceUsage = z
  .object({
    workspaceId: z.int().nullable().meta({ description: "Null for use without a workspace." }),
    workspaceName: z.string().nullable().meta({ description: "Null for a deleted workspace." }),
    ...used,
  })
  .meta({ id: "WorkspaceUsage" });
export type WorkspaceUsage = z.infer<typeof workspaceUsage>;

/** What adjustments changed in a point. */
const adjustedUsage = z.object({ ...used, seconds: z.int() }).meta({ id: "AdjustedUsage" });

/** When a cap is expected to be reached (domain/usage/forecast.ts). */
const usageForecast = z
  .object({
    reachedOn: z.iso.date().meta({ description: "The expected day." }),
    cap: z.enum(FORECAST_CAPS),
    weeks: z.object({ from: z.int(), to: z.int() }).optional().meta({
      description:
        "In which weeks from today, the first of them 1, if use differs too much to name a day.",
    }),
  })
  .meta({ id: "UsageForecast" });

/** Why there is no forecast (domain/usage/forecast.ts). */
const noForecast = z
  .object({
    reason: z.enum(NO_FORECAST_REASONS).meta({ id: "NoForecastReason" }),
    until: z.iso.date().nullable().meta({
      description: "Of NOT_SOON and NOT_BEFORE_END: a day on which no cap is reached yet.",
    }),
  })
  .meta({ id: "NoForecast" });

/**
 * GET /contracts/{id}/usage: one point per day (YYYY-MM-DD) or month (YYYY-MM) with usage. Minutes
 * are rounded up in each point and workspace. Adjustments can make a figure negative; they belong to
 * no workspace.
 */
export const usageSeries = z
  .object({
    by: z.enum(USAGE_PERIODS),
    points: z.array(
      z.object({
        period: z.string(),
        ...used,
        adjusted: adjustedUsage.optional().meta({
          description:
            "What adjustments changed, signed: the figures beside it contain it. Absent where it is zero.",
        }),
        workspaces: z.array(workspaceUsage).optional(),
        cumulative: z.object({ ...used, seconds: z.int() }).optional(),
      }),
    ),
    forecast: usageForecast.nullable(),
    noForecast: noForecast.nullable().meta({ description: "Null with a forecast." }),
  })
  .meta({ id: "UsageSeries" });
export type UsageSeries = z.infer<typeof usageSeries>;

/** GET /usage: what all contracts together used on each day (YYYY-MM-DD, in Tokyo). */
export const usageTrend = z
  .object({ days: z.array(z.object({ date: z.iso.date(), ...used })) })
  .meta({ id: "UsageTrend" });
export type UsageTrend = z.infer<typeof usageTrend>;
