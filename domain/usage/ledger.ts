import { z } from "zod";
import { calendarDate } from "../contracts/schemas.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { line } from "../text/text.ts";
import { LEDGER_KINDS, MAX_ADJUSTED, MAX_ADJUSTMENT_REASON } from "./ledgerRules.ts";
import "../problems/zodSentences.ts";

const ledgerKind = z.enum(LEDGER_KINDS).meta({ id: "LedgerKind" });

/** A row of a contract's ledger. Its transcripts and seconds are signed for an adjustment. */
export const ledgerEntry = z
  .object({
    ledgerId: z.int(),
    kind: ledgerKind,
    eventId: z.string().nullable().meta({ description: "Of an event." }),
    occurredAt: z.iso.datetime().meta({ description: "An instant of `usageDate`, in Tokyo." }),
    recordedAt: z.iso.datetime(),
    usageDate: calendarDate.meta({ description: "The day in Tokyo that it counts for." }),
    workspaceId: z.int().nullable(),
    workspaceName: z.string().nullable().meta({ description: "Null for a deleted workspace." }),
    transcriptCount: z.int(),
    seconds: z.int(),
    reason: z.string().nullable().meta({ description: "Of an adjustment." }),
    adjustedByName: z.string().nullable().meta({ description: "Of an adjustment." }),
  })
  .meta({ id: "LedgerEntry" });
export type LedgerEntry = z.infer<typeof ledgerEntry>;

const upTo = (most: number) => z.int().min(-most).max(most);

/** Signed changes of what was used. */
export const adjustedUse = z.object({
  transcriptCount: upTo(MAX_ADJUSTED.transcriptCount),
  seconds: upTo(MAX_ADJUSTED.seconds),
});

/** POST /contracts/{id}/adjustments (docs/product/usage.md#adjustments). */
export const adjustment = z
  .strictObject({
    ...adjustedUse.shape,
    reason: line(MAX_ADJUSTMENT_REASON),
  })
  .meta({ id: "Adjustment" });
export type Adjustment = z.infer<typeof adjustment>;

export const ledgerFilters = {
  startDate: calendarDate.optional(),
  endDate: calendarDate.optional(),
  workspaceId: z
    .string()
    .regex(/^(0|[1-9]\d{0,14})$/)
    .transform(Number)
    .meta({
      description: "0 for rows without a workspace.",
      sentAs: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 },
    })
    .optional(),
  kind: z.enum(LEDGER_KINDS).optional(),
};

const days = z.object({ startDate: ledgerFilters.startDate, endDate: ledgerFilters.endDate });

export function withDatesInOrder<Query extends z.ZodObject<typeof days.shape>>(query: Query) {
  return query.refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    path: ["endDate"],
    message: fieldSentences.endDateBeforeStart,
    when: ({ value }) => days.safeParse(value).success,
  });
}
