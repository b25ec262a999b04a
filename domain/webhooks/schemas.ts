import { z } from "zod";
import { someDistinct } from "../distinct.ts";
import { boundTo, organizationIds } from "../organizations/schemas.ts";
import { webhookSentences } from "../problems/sentences.ts";
import { withoutUnseen } from "../text/unseen.ts";
import { MESSAGE_TYPES, WEBHOOK_EVENTS } from "./rules.ts";
import "../problems/zodSentences.ts";

/** The sort fields of the lists; the first is the default. */
export const WEBHOOK_SORTS = ["webhookId", "createdAt"] as const;
export const DELIVERY_SORTS = ["deliveryId"] as const;

const URL_LENGTH = 2_000;

const instant = z.iso.datetime();

const url = z
  .string()
  .overwrite(withoutUnseen)
  .trim()
  .min(1)
  .max(URL_LENGTH)
  .refine((text) => URL.canParse(text), { message: webhookSentences.url, abort: true })
  .refine((text) => /^https?:$/.test(new URL(text).protocol), {
    message: webhookSentences.https,
    abort: true,
  })
  .refine((text) => new URL(text).username === "" && new URL(text).password === "", {
    message: webhookSentences.credentials,
  });

export const webhook = z
  .object({
    webhookId: z.int(),
    url: z.string().min(1),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    ...boundTo,
    failingSince: instant.nullable().meta({ description: "Since when no delivery has succeeded." }),
    lastStatus: z
      .int()
      .nullable()
      .meta({ description: "The status of the last failed answer, while none has succeeded." }),
    lastError: z.string().nullable().meta({ description: "Why there was no answer to it." }),
    nextTryAt: instant.nullable().meta({
      description:
        "When a receiver that fails is tried next; null for at once, or never while paused.",
    }),
    paused: z.boolean(),
    pausedAt: instant.nullable().meta({ description: "Nothing is delivered while it is paused." }),
    heldAt: instant.nullable().meta({
      description:
        "Since when it is paused after a restore of the database, until it goes on or is paused again.",
    }),
    rotatedUntil: instant
      .nullable()
      .meta({ description: "Until then messages are signed with the secret before, too." }),
    version: z.int(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhook>;

/** What a receiver is notified (docs/product/webhooks.md#events). */
export const webhookMessage = z
  .object({
    type: z.enum(MESSAGE_TYPES),
    organizationId: z.int().optional().meta({ description: "Absent in a test." }),
    revision: z.int().optional().meta({ description: "Of the words, with vocabulary.changed." }),
    occurredAt: instant,
  })
  .meta({ id: "WebhookMessage" });

const fields = z.strictObject({
  url,
  events: someDistinct(z.array(z.enum(WEBHOOK_EVENTS))),
  organizationIds,
});

/** POST /webhooks. Without organizations it is notified of all. */
export const webhookCreate = fields
  .extend({ organizationIds: fields.shape.organizationIds.default(null) })
  .meta({ id: "WebhookCreate" });
export type WebhookCreate = z.infer<typeof webhookCreate>;

/** PATCH /webhooks/{id}: `paused` stops deliveries or lets them go on. */
export const webhookUpdate = fields
  .extend({ paused: z.boolean() })
  .partial()
  .meta({ id: "WebhookUpdate" });
export type WebhookUpdate = z.infer<typeof webhookUpdate>;

/** A webhook with its secret, which no other answer holds. */
export const secretWebhook = webhook
  .extend({
    secret: z
      .string()
      .meta({ description: "`whsec_` and 32 bytes in Base64 (Standard Webhooks)." }),
  })
  .meta({ id: "SecretWebhook" });
export type SecretWebhook = z.infer<typeof secretWebhook>;

export const webhookDelivery = z
  .object({
    deliveryId: z.int(),
    webhookId: z.int(),
    organizationId: z.int().nullable().meta({ description: "Null in a test." }),
    organizationName: z.string().nullable(),
    type: z.enum(MESSAGE_TYPES),
    revision: z.int().nullable(),
    occurredAt: instant,
    status: z.enum(["PENDING", "DELIVERED", "FAILED"]),
    attempts: z.int(),
    lastAttemptAt: instant.nullable(),
    lastStatus: z.int().nullable().meta({ description: "The status of the last answer." }),
    lastError: z.string().nullable().meta({ description: "Why there was no answer." }),
    deliveredAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
