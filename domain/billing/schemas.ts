import { z } from "zod";
import { month } from "../contracts/schemas.ts";
import type { CHARGES } from "../prices/rules.ts";
import { line, optionalLine } from "../text/text.ts";
import { BILLING_ENCODINGS, BILLING_FORMATS } from "./formats.ts";
import { BILLING_FAULTS } from "./written.ts";
import "../problems/zodSentences.ts";

const MOST_MONTHS = 6;
/** Days that every month has. */
const LAST_DAY = 28;
export const DUE = { months: MOST_MONTHS, days: LAST_DAY } as const;

const name = line(50);
const fields = {
  debitAccount: name,
  creditAccount: name,
  taxClass: name.meta({ description: "{税率} is replaced by the rate." }),
  subject: line(70).meta({ description: "{対象月} is replaced by the month." }),
  items: z.object({
    MONTHLY: name,
    TRANSCRIPTS: name,
    MINUTES: name,
    OVERAGE_TRANSCRIPTS: name,
    OVERAGE_MINUTES: name,
  } satisfies Record<(typeof CHARGES)[number], z.ZodType>),
  dueMonths: z.int().min(0).max(MOST_MONTHS).meta({ description: "After the closed month." }),
  dueDay: z.int().min(1).max(LAST_DAY).nullable().meta({ description: "Null is the last day." }),
};

export const billingSettings = z
  .object({ ...fields, version: z.int() })
  .meta({ id: "BillingSettings" });
export type BillingSettingsRecord = z.infer<typeof billingSettings>;

export const billingSettingsUpdate = z
  .strictObject({ ...fields, items: z.strictObject(fields.items.shape) })
  .meta({ id: "BillingSettingsUpdate" });
export type BillingSettingsUpdate = z.infer<typeof billingSettingsUpdate>;

const partnerFields = {
  partnerName: line(100).nullable().meta({ description: "Null is the organization's name." }),
  subAccount: optionalLine(50),
};

export const billingPartner = z
  .object({
    organizationId: z.int(),
    organizationName: z.string(),
    ...partnerFields,
    version: z.int(),
  })
  .meta({ id: "BillingPartner" });
export type BillingPartner = z.infer<typeof billingPartner>;

export const billingPartnerUpdate = z
  .strictObject(partnerFields)
  .meta({ id: "BillingPartnerUpdate" });
export type BillingPartnerUpdate = z.infer<typeof billingPartnerUpdate>;

const asked = {
  month,
  format: z.enum(BILLING_FORMATS),
  encoding: z.enum(BILLING_ENCODINGS).optional().meta({
    description: "Where the format has several. Default: its usual one.",
  }),
  again: z.enum(["true", "false"]).prefault("false").meta({
    description: "`true` has statements that were written in this format before.",
  }),
};
export const billingFileQuery = z.strictObject(asked);
export type BillingFileQuery = z.infer<typeof billingFileQuery>;
export const billingPreviewFilters = asked;

const fault = z
  .object({
    code: z.enum(BILLING_FAULTS).meta({ id: "BillingFault" }),
    column: z.string().nullable(),
    text: z
      .string()
      .nullable()
      .meta({ description: "The text, or the character that is missing." }),
  })
  .meta({ id: "BillingFaultAt" });

/** A statement of the month, as the file has it or not. */
const billedStatement = z
  .object({
    number: z.string(),
    contractId: z.int(),
    ...billingPartner.omit({ version: true }).shape,
    total: z.int().nullable().meta({ description: "With tax. Null without a price." }),
    rows: z.array(z.array(z.string())).meta({ description: "As they stand in the file." }),
    faults: z.array(fault).meta({ description: "Why it is not in the file." }),
    isWritten: z.boolean().meta({ description: "In a file of this format already." }),
    isEarlierWritten: z.boolean().meta({ description: "Another version of it is." }),
  })
  .meta({ id: "BilledStatement" });
export type BilledStatementRecord = z.infer<typeof billedStatement>;

const billingFile = z
  .object({
    fileId: z.int(),
    month,
    format: z.enum(BILLING_FORMATS),
    statements: z.int(),
    writtenAt: z.iso.datetime(),
    writtenByName: z.string(),
  })
  .meta({ id: "BillingFile" });
export type BillingFileRecord = z.infer<typeof billingFile>;

/** What a file would hold: statements that cannot be written first. */
export const billingPreview = z
  .object({
    encoding: z.enum(BILLING_ENCODINGS),
    headings: z
      .array(z.string())
      .meta({ description: "Of the columns, also where the file has none." }),
    statements: z.array(billedStatement).meta({ description: "A page of them." }),
    total: z.int().meta({ description: "All statements of the month." }),
    counts: z.object({
      ready: z.int().meta({ description: "In the file." }),
      refused: z.int().meta({ description: "Cannot be written." }),
      written: z.int().meta({ description: "Left out, since they were written before." }),
    }),
    yen: z.int().meta({ description: "Of the statements in the file, with tax." }),
    files: z.array(billingFile).meta({ description: "The latest ones of the month." }),
  })
  .meta({ id: "BillingPreview" });
export type BillingPreview = z.infer<typeof billingPreview>;

/** What an event says of a file. */
export const writtenFile = z.object({
  month,
  format: z.enum(BILLING_FORMATS),
  closings: z.array(z.string()),
});
