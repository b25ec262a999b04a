import { z } from "zod";
import { recordId } from "../api/parameters.ts";
import { calendarDate, month } from "../contracts/schemas.ts";
import { someDistinct } from "../distinct.ts";
import { amounts } from "../prices/schemas.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { line } from "../text/text.ts";
import { UNUSUAL } from "./rules.ts";
import "../problems/zodSentences.ts";

/** The sort fields of the lists; the first is the default. */
export const CLOSING_SORTS = ["closingId"] as const;
export const MONTH_CONTRACT_SORTS = ["contractId"] as const;

/** The most contracts that one act names; without names it closes all. */
const MOST_NAMED = 500;
const MAX_REASON = 500;

const instant = z.iso.datetime();
const figures = z.object({ transcripts: z.int(), seconds: z.int() }).meta({ id: "Figures" });

const ofContract = {
  contractId: z.int(),
  organizationId: z.int(),
  organizationName: z.string(),
  organizationNo: z.string(),
};

const root = z.string().meta({ description: "SHA-256 in hexadecimal digits." });

/** A closed month of a contract (docs/product/closings.md). */
export const closing = z
  .object({
    closingId: z.int(),
    month,
    version: z.int(),
    ...ofContract,
    ...figures.shape,
    events: z.int().meta({ description: "Events of the month itself." }),
    adjustments: figures,
    late: figures.extend({
      events: z.int().meta({ description: "Events and adjustments of closed months." }),
    }),
    sum: figures.meta({
      description: "Of the statement: the month, its adjustments, what came late.",
    }),
    boundary: z.int(),
    form: z.int(),
    root,
    previousRoot: root.nullable().meta({ description: "Of the closed month before." }),
    reason: z.string().nullable().meta({ description: "Why it was closed again." }),
    closedAt: instant,
    closedByName: z.string(),
  })
  .meta({ id: "Closing" });
export type Closing = z.infer<typeof closing>;

/** A closing as the customer sees it. */
export const ownClosing = closing
  .omit({ reason: true, closedByName: true })
  .meta({ id: "OwnClosing" });

const statementDay = z
  .object({
    day: calendarDate,
    workspaceId: z.int().nullable(),
    workspaceName: z.string().nullable().meta({ description: "Null for a deleted workspace." }),
    ...figures.shape,
    adjustments: figures,
    late: z.boolean().meta({ description: "Of a month that was closed before." }),
  })
  .meta({ id: "StatementDay" });
export type StatementDay = z.infer<typeof statementDay>;

const statementAdjustment = z
  .object({
    day: calendarDate,
    ...figures.shape,
    reason: z.string().nullable(),
    late: z.boolean().meta({ description: "Of a month that was closed before." }),
  })
  .meta({ id: "StatementAdjustment" });
export type StatementAdjustment = z.infer<typeof statementAdjustment>;

const caps = z
  .object({ transcripts: z.int().nullable(), minutes: z.int().nullable() })
  .meta({ id: "StatementCaps" });
const left = z
  .object({ transcripts: z.int().nullable(), seconds: z.int().nullable() })
  .meta({ id: "StatementLeft" });

/** The statement of a closed month, of its latest version or the one that is asked for. */
export const statement = ownClosing
  .extend({
    number: z.string().meta({ description: "What it is called on paper." }),
    startDate: calendarDate.meta({ description: "Of the contract." }),
    endDate: calendarDate.meta({
      description: "Of the contract; of a terminated one its last day.",
    }),
    caps: caps.meta({ description: "Of the contract when the month was closed." }),
    left: left.meta({
      description: "Of the caps after the statement; null without a cap, below zero beyond one.",
    }),
    adjusted: z.array(statementAdjustment).meta({
      description: "The adjustments with their reasons, without those whose ledger is gone.",
    }),
    amounts: amounts.nullable().meta({
      description:
        "By the price in force when the month was closed. Null where none was, and for organization admins where the contract does not show them.",
    }),
    days: z.array(statementDay),
    versions: z.array(closing.pick({ version: true, closedAt: true, root: true })).meta({
      description: "All closings of the month, the first one first.",
    }),
  })
  .meta({ id: "Statement" });
export type Statement = z.infer<typeof statement>;

export const closingReason = z.strictObject({ reason: line(MAX_REASON) });

/** POST /closings. Without contracts it closes all of the month that can be closed. */
export const closingCreate = z
  .strictObject({
    month,
    contractIds: someDistinct(z.array(z.int().positive()).max(MOST_NAMED)).optional(),
    reason: closingReason.shape.reason.optional().meta({
      description: "Closes named contracts again whose month is closed.",
    }),
  })
  .refine(({ contractIds, reason }) => reason === undefined || contractIds !== undefined, {
    path: ["contractIds"],
    message: fieldSentences.chooseContracts,
  })
  .meta({ id: "ClosingCreate" });
export type ClosingCreate = z.infer<typeof closingCreate>;

export const closingResult = z
  .object({
    month,
    closed: z.int().meta({ description: "How many contracts were closed now." }),
    closedBefore: z.int().meta({ description: "How many had been closed, and were left." }),
    left: z.int().meta({
      description: "How many cannot be closed: an earlier month is open, or a later one closed.",
    }),
  })
  .meta({ id: "ClosingResult" });
export type ClosingResult = z.infer<typeof closingResult>;

/** A contract of a month, as it is looked at before the month is closed. */
export const monthContract = z
  .object({
    ...ofContract,
    ...figures.shape,
    adjustments: figures,
    before: figures.nullable().meta({
      description: "The month before with its adjustments; null before the contract began.",
    }),
    unusual: z.array(z.enum(UNUSUAL)),
    closing: closing.pick({ version: true, closedAt: true, sum: true }).nullable(),
  })
  .meta({ id: "MonthContract" });
export type MonthContract = z.infer<typeof monthContract>;

export const monthContractFilters = {
  month,
  closed: z.enum(["true", "false"]).optional(),
  unusual: z.enum(["ANY", ...UNUSUAL]).optional(),
  organizationId: recordId.optional(),
};

/** How many contracts a month has, as it is looked at before it is closed. */
export const monthSummary = z
  .object({
    month,
    open: z.int().meta({ description: "How many are not closed." }),
    closed: z.int(),
    unusual: z
      .record(z.enum(["ANY", ...UNUSUAL]), z.int())
      .meta({ description: "How many of the open ones; ANY counts each contract once." }),
  })
  .meta({ id: "MonthSummary" });
export type MonthSummary = z.infer<typeof monthSummary>;
