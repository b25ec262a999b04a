import { z } from "zod";
import { EVENT_TYPES } from "../../domain/events.ts";
import type { Change } from "./publishChange.ts";

const change = z.strictObject({
  organizationId: z.int().nullable(),
  event: z.strictObject({
    topic: z.string(),
    type: z.enum(EVENT_TYPES),
    payload: z.strictObject({ ids: z.array(z.union([z.int(), z.string()])) }),
  }),
}) satisfies z.ZodType<Change>;

export function readChange(payload: string): Change {
  return change.parse(JSON.parse(payload));
}
