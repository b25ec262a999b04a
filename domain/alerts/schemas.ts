import { z } from "zod";
import { MOST_AT_ONCE } from "../bulkSentences.ts";
import { someDistinct, someOf } from "../distinct.ts";
import { ALERT_KINDS } from "./rules.ts";
import "../problems/zodSentences.ts";

/** An alert about a contract or about a receiver (docs/product/alerts.md). */
export const alert = z
  .object({
    alertId: z.int(),
    kind: z.enum(ALERT_KINDS).meta({ id: "AlertKind" }),
    label: z.string().meta({
      description: "In a few words, with the figures of now while the alert is open.",
    }),
    organizationId: z.int().nullable(),
    organizationName: z.string().nullable(),
    contractId: z
      .int()
      .nullable()
      .meta({ description: "Null in alerts about a receiver, or an organization as a whole." }),
    webhookId: z.int().nullable().meta({ description: "Of alerts about a receiver." }),
    serviceKeyId: z.int().nullable().meta({ description: "Of alerts about a service key." }),
    message: z.string().meta({
      description: "With the figures of now while the alert is open, then as it was raised.",
    }),
    raisedAt: z.iso.datetime(),
    resolvedAt: z.iso.datetime().nullable(),
    readAt: z.iso.datetime().nullable().meta({ description: "When the caller read it." }),
  })
  .meta({ id: "Alert" });
export type Alert = z.infer<typeof alert>;

/** The fields that alerts can be sorted by. Open ones always come first. */
export const ALERT_SORTS = ["raisedAt"] as const;

export const ownAlertFilters = {
  open: z.enum(["true", "false"]).optional(),
  unread: z
    .literal("true")
    .optional()
    .meta({ description: "Only those that the caller has not read." }),
  kind: someOf(ALERT_KINDS).optional(),
};

export const alertFilters = {
  ...ownAlertFilters,
  organizationId: z.coerce.number().int().positive().optional(),
};

/** Whether a person gets mails about alerts (docs/product/alerts.md#mails). */
export const alertMails = z
  .object({
    enabled: z.boolean().meta({ description: "Whether the caller wants them." }),
    available: z.boolean().meta({ description: "Whether this installation sends mails." }),
  })
  .meta({ id: "AlertMails" });

export const alertMailsUpdate = z
  .strictObject({ enabled: z.boolean() })
  .meta({ id: "AlertMailsUpdate" });

const alertIds = z.array(z.int().positive());

export const alertMarks = z
  .strictObject({
    action: z.enum(["READ", "UNREAD"]),
    alertIds: someDistinct(alertIds.max(MOST_AT_ONCE)),
  })
  .meta({ id: "AlertMarks" });
export type AlertMarks = z.infer<typeof alertMarks>;

export const markedAlerts = z.object({ alertIds }).meta({ id: "MarkedAlerts" });
export type MarkedAlerts = z.infer<typeof markedAlerts>;
