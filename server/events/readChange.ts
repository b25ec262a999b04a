import { z } from "zod";
import { EVENT_TYPES } from "../../domain/events.ts";
import type { Change, UsageChange } from "./publishChange.ts";

const change = z.strictObject({
  organizationId: z.int().nullable(),
  event: z.strictObject({
    topic: z.string(),
    type: z.enum(EVENT_TYPES),
    payload: z.strictObject({ ids: z.array(z.union([z.int(), z.string()])) }),
  }),
}) satisfies z.ZodType<Change>;

const usageChange = z.strictObject({
  used: z.array(z.tuple([z.int(), z.int()])),
}) satisfies z.ZodType<UsageChange>;

export function readChange(payload: string): Change | UsageChange {
  return z.union([change, usageChange]).parse(JSON.parse(payload));
}
