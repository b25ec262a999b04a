import { z } from "zod";
import { ERASED_KINDS } from "./labels.ts";
import "../problems/zodSentences.ts";

const removed = z.partialRecord(z.enum(ERASED_KINDS), z.int().min(0)).meta({
  description: "How many records of each kind; none of those that are left out.",
});
export type Removed = z.infer<typeof removed>;

/** Kinds of free text that people wrote and that erasing leaves as it is. */
const MENTION_KINDS = [
  "entry",
  "dictionary",
  "workspace",
  "serviceKey",
  "organization",
  "billingPartner",
  "billingSettings",
] as const;

const mention = z
  .object({
    kind: z.enum(MENTION_KINDS),
    id: z.int(),
    name: z.string(),
  })
  .meta({ id: "ErasureMention" });
export type Mention = z.infer<typeof mention>;

/** What erasing would remove. */
export const erasurePreview = z
  .object({
    /** The certificate, if it is done. */
    erasureId: z.int().nullable(),
    people: z.int(),
    removed,
    /** Days of the audit log that were sealed with version 1 and get another root of their content. */
    resealedDays: z.int(),
    mentions: z.array(mention).meta({
      description: "Up to 50 records whose text has the name or the address, and stays as it is.",
    }),
  })
  .meta({ id: "ErasurePreview" });
export type ErasurePreview = z.infer<typeof erasurePreview>;

/** The e-mail address of the person, or the name of the organization, typed once more. */
export const erasureConfirmation = z
  .strictObject({ confirmation: z.string().trim().min(1).max(500) })
  .meta({ id: "ErasureConfirmation" });

/** The certificate of an erasing. It holds nothing of what was erased. */
export const erasure = z
  .object({
    erasureId: z.int(),
    kind: z.enum(["user", "organization"]),
    organizationId: z.int().nullable(),
    organizationName: z.string().nullable(),
    userId: z.string().nullable(),
    /** The numbers that stand in place of the names. */
    people: z.array(z.int()),
    removed,
    resealedDays: z.int(),
    /** Accounts that the identity service still has; a job deletes them. */
    accountsLeft: z.int(),
    erasedAt: z.iso.datetime(),
    erasedBy: z.object({ userId: z.string(), userName: z.string() }),
  })
  .meta({ id: "Erasure" });
export type Erasure = z.infer<typeof erasure>;
