import { z } from "zod";
import { fieldLabel } from "../problems/fieldLabels.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { WEBHOOK_EVENTS } from "./rules.ts";
import { webhookSentences } from "./sentences.ts";
import "../problems/zodSentences.ts";

/** The sort fields of the lists; the first is the default. */
export const WEBHOOK_SORTS = ["webhookId", "createdAt"] as const;
export const DELIVERY_SORTS = ["deliveryId"] as const;

const MOST_ORGANIZATIONS = 100;
const URL_LENGTH = 2_000;

const instant = z.iso.datetime();

const url = z
  .string()
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

const distinct = <Value>(all: readonly Value[]) => new Set(all).size === all.length;
const chosen = {
  error: ({ path }: { path?: readonly PropertyKey[] | undefined }) =>
    fieldSentences.choose(fieldLabel(path)),
};
const repeated = {
  error: ({ path }: { path?: readonly PropertyKey[] | undefined }) =>
    fieldSentences.repeated(fieldLabel(path)),
};

export const webhook = z
  .object({
    webhookId: z.int(),
    url: z.string().min(1),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    organizationIds: z
      .array(z.int().positive())
      .nullable()
      .meta({ description: "The organizations that it is told of; null for all." }),
    organizations: z
      .array(z.object({ organizationId: z.int(), organizationName: z.string() }))
      .nullable()
      .meta({ description: "The same with their names." }),
    failingSince: instant.nullable().meta({ description: "Since when no delivery has succeeded." }),
    paused: z.boolean(),
    pausedAt: instant.nullable().meta({ description: "Nothing is delivered while it is paused." }),
    rotatedUntil: instant
      .nullable()
      .meta({ description: "Until then messages are signed with the secret before, too." }),
    version: z.int(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof webhook>;

const fields = z.strictObject({
  url,
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1, chosen)
    .refine(distinct, repeated)
    .meta({ uniqueItems: true }),
  organizationIds: z
    .array(z.int().positive())
    .min(1, chosen)
    .max(MOST_ORGANIZATIONS)
    .refine(distinct, repeated)
    .nullable()
    .meta({ uniqueItems: true }),
});

/** POST /webhooks. Without organizations it is told of all. */
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
    organizationId: z.int(),
    organizationName: z.string().nullable(),
    type: z.enum(WEBHOOK_EVENTS),
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
