import { z } from "zod";
import { usageTrend } from "../usage/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { wholeNumber } from "./parameters.ts";

const MAX_DAYS = 92;
const DEFAULT_DAYS = 56;

const usageTrendQuery = z.strictObject({
  days: wholeNumber
    .pipe(z.int().min(1).max(MAX_DAYS))
    .prefault(String(DEFAULT_DAYS))
    .meta({
      description: "How many days, today included.",
      sentAs: { type: "integer", minimum: 1, maximum: MAX_DAYS, default: DEFAULT_DAYS },
    }),
});

export const usageTrendEndpoints = {
  "GET /usage": {
    area: "admin",
    access: "contract.manage",
    operationId: "getUsageTrend",
    live: true,
    summary: "Tells what all contracts together used on each of the last days",
    description:
      "Every day in Tokyo up to and including today, with zeros where nothing was used. Minutes are rounded up in each day; adjustments can make a figure negative.",
    query: usageTrendQuery,
    answers: { 200: usageTrend },
  },
} satisfies Endpoints<"admin">;
