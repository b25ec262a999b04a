import { z } from "zod";
import { someOf } from "../distinct.ts";
import { fieldsWith, mask } from "../fields.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { DATE_RANGE, isCalendarDate, isMonth, MONTH_RANGE } from "../text/dates.ts";
import { email, line, paragraph, reading } from "../text/text.ts";
import { BLANK_FIELDS, contractFields, ENTERED_FIELDS, type EnteredField } from "./fields.ts";
import { CONTRACT_STATUSES, USAGE_STATES } from "./rules.ts";
import "../problems/zodSentences.ts";

export const MAX_CAP = 9_999_999;

/** A date YYYY-MM-DD within DATE_RANGE. */
export const calendarDate = z
  .string()
  .refine(isCalendarDate, { message: fieldSentences.date, abort: true })
  .refine((text) => text >= DATE_RANGE.min && text <= DATE_RANGE.max, {
    message: fieldSentences.dateRange,
    abort: true,
  })
  .meta({ format: "date" });

/** A month YYYY-MM within MONTH_RANGE. */
export const month = z
  .string()
  .refine(isMonth, { message: fieldSentences.month, abort: true })
  .refine((text) => text >= MONTH_RANGE.min && text <= MONTH_RANGE.max, fieldSentences.monthRange)
  .meta({ pattern: "^\\d{4}-(0[1-9]|1[0-2])$" });

/**
 * A cap on transcripts or minutes: null is unlimited, 0 is invalid
 * (docs/product/contracts.md#caps).
 */
const cap = z
  .number()
  .min(1)
  .max(MAX_CAP)
  .int()
  .nullable()
  .meta({ description: "Null is unlimited." });

const status = z.enum(CONTRACT_STATUSES).meta({ id: "ContractStatus" });
const usageState = z.enum(USAGE_STATES).meta({ id: "UsageState" });

export const contract = z
  .object({
    contractId: z.int(),
    organizationId: z.int(),
    organizationName: line(100),
    organizationNameKana: reading(200).nullable(),
    organizationNo: z.string(),
    adminEmail: email,
    adminName: line(50),
    adminNameKana: reading(100).nullable(),
    startDate: calendarDate,
    endDate: calendarDate,
    maxTranscriptCount: cap,
    maxTranscriptMinutes: cap,
    usedTranscriptCount: z.int(),
    usedTranscriptMinutes: z.int().meta({ description: "`usedTranscriptSeconds` rounded up." }),
    usedTranscriptSeconds: z
      .int()
      .meta({ description: "Decides whether `maxTranscriptMinutes` is reached." }),
    status,
    usageState,
    terminationDate: calendarDate.nullable(),
    terminationReason: z.string().nullable(),
    memo: paragraph(500),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Contract" });
export type Contract = z.infer<typeof contract>;

/** A contract for its own organization: without the provider's internal notes. */
export const ownContract = contract
  .omit(mask(fieldsWith(contractFields, "internal")))
  .meta({ id: "OwnContract" });
export type OwnContract = z.infer<typeof ownContract>;

const isEntered = (field: string): field is EnteredField =>
  ENTERED_FIELDS.some((entered) => entered === field);
const entered = contract.pick(mask(contract.keyof().options.filter(isEntered)));
const { memo, ...terms } = entered.shape;

const startsBeforeItEnds = (period: {
  startDate?: string | undefined;
  endDate?: string | undefined;
}) => !period.startDate || !period.endDate || period.startDate <= period.endDate;

const dates = contract.pick({ startDate: true, endDate: true }).partial();
const endsTooEarly = {
  path: ["endDate"],
  message: fieldSentences.endBeforeStart,
  // Checks the dates even if another field is invalid, so that all errors show at once.
  when: ({ value }: z.core.ParsePayload) => dates.safeParse(value).success,
};

/** POST /contracts. Without organizationId it also creates organization and admin. */
export const contractCreate = z
  .strictObject({
    ...terms,
    organizationId: z.int().positive().optional(),
    memo,
  })
  .partial(mask(BLANK_FIELDS))
  .refine(startsBeforeItEnds, endsTooEarly)
  .meta({ id: "ContractCreate" });
export type ContractCreate = z.infer<typeof contractCreate>;

/**
 * PATCH /contracts/{id}. An absent field is unchanged; null clears a cap, a reading or the memo.
 */
export const contractUpdate = z
  .strictObject({ ...terms, memo: memo.nullable() })
  .partial()
  .refine(startsBeforeItEnds, endsTooEarly)
  .meta({ id: "ContractUpdate" });
export type ContractUpdate = z.infer<typeof contractUpdate>;

export const contractTermination = z
  .strictObject({
    terminationDate: calendarDate,
    reason: line(200),
  })
  .meta({ id: "ContractTermination" });
export type ContractTermination = z.infer<typeof contractTermination>;

/** POST /contracts/check: tells what the contract in a form would collide with. */
export const contractCheck = z
  .strictObject({
    organizationId: z.int().positive().optional(),
    adminEmail: email.optional(),
    startDate: calendarDate,
    endDate: calendarDate,
    excludeContractId: z.int().positive().optional(),
  })
  .refine(startsBeforeItEnds, endsTooEarly)
  .meta({ id: "ContractCheck" });
export type ContractCheck = z.infer<typeof contractCheck>;

export const periodConflict = contract
  .pick({ contractId: true, startDate: true, endDate: true })
  .meta({ id: "PeriodConflict" });

/** Findings of a check that do not prevent a save. */
const CONTRACT_WARNINGS = ["EMAIL_EXISTS", "GAP_BEFORE", "GAP_AFTER"] as const;
export const contractCheckResult = z
  .object({
    conflicts: z.array(periodConflict),
    warnings: z.array(
      z.object({
        code: z.enum(CONTRACT_WARNINGS),
        startDate: calendarDate.optional(),
        endDate: calendarDate.optional(),
      }),
    ),
  })
  .meta({ id: "ContractCheckResult" });
export type ContractCheckResult = z.infer<typeof contractCheckResult>;

const typedCap = z.coerce.number().int().min(1).max(MAX_CAP).optional();

/** GET /contracts/cap-check: caps that are being typed; a missing one is unlimited. */
export const capCheckQuery = z.strictObject({
  organizationId: z.coerce.number().int().positive(),
  maxTranscriptCount: typedCap,
  maxTranscriptMinutes: typedCap,
});

/** What caps would have refused of the last 12 months, as one contract of these months. */
export const capCheck = z
  .object({
    from: calendarDate,
    to: calendarDate,
    transcriptCount: z.int().meta({ description: "All transcripts of these days." }),
    refusedCount: z.int().meta({ description: "Those from the first beyond a cap on." }),
    firstDate: calendarDate.nullable().meta({ description: "The day of the first; else `null`." }),
  })
  .meta({ id: "CapCheck" });
export type CapCheck = z.infer<typeof capCheck>;

/** GET /contracts/summary: counts under the list's filters. */
export const contractSummary = z
  .object({
    total: z.int(),
    status: z.record(z.enum(CONTRACT_STATUSES), z.int()),
    usageState: z.record(z.enum(USAGE_STATES), z.int()),
  })
  .meta({ id: "ContractSummary" });
export type ContractSummary = z.infer<typeof contractSummary>;

export const contractFilters = {
  q: z.string().max(100).optional(),
  status: someOf(CONTRACT_STATUSES).optional(),
  usageState: someOf(USAGE_STATES).optional(),
  organizationId: z.coerce.number().int().positive().optional(),
  startMonth: month.optional(),
  endMonth: month.optional(),
};

const months = z.object({
  startMonth: contractFilters.startMonth,
  endMonth: contractFilters.endMonth,
});

/** The filters with an end month that is not before the start month. */
export function withMonthsInOrder<Query extends z.ZodObject<typeof months.shape>>(query: Query) {
  return query.refine(
    ({ startMonth, endMonth }) => !startMonth || !endMonth || startMonth <= endMonth,
    {
      path: ["endMonth"],
      message: fieldSentences.endMonthBeforeStart,
      when: ({ value }) => months.safeParse(value).success,
    },
  );
}

export const limitsQuery = z.strictObject({
  caps: z
    .literal("true")
    .optional()
    .meta({ description: "`true` adds `contract.caps` and `remainingSeconds`." }),
  organizationId: contractFilters.organizationId.meta({
    description: "Required with a service key. A user, who reads the own limits, must not send it.",
  }),
});

export const contractLimits = z
  .object({
    remainingCount: z.int(),
    remainingMinutes: z.int(),
    unlimitedCount: z.boolean(),
    unlimitedMinutes: z.boolean(),
    contract: z
      .object({
        ...contract.pick({ status: true, startDate: true, endDate: true }).shape,
        caps: contract.pick({ maxTranscriptCount: true, maxTranscriptMinutes: true }).optional(),
        remainingSeconds: z.int().optional().meta({
          description: "With `caps`: what `remainingMinutes` is rounded down from.",
        }),
      })
      .nullable(),
  })
  .meta({ id: "ContractLimits" });
