import { z } from "zod";
import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import { pageOf } from "../paging.ts";
import { webhookFields } from "../webhooks/fields.ts";
import {
  DELIVERY_SORTS,
  secretWebhook,
  WEBHOOK_SORTS,
  webhook,
  webhookCreate,
  webhookDelivery,
  webhookUpdate,
} from "../webhooks/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery, noFields, recordId } from "./parameters.ts";

const deliveryParams = z.strictObject({ id: recordId, deliveryId: recordId });

export const webhookEndpoints = {
  "GET /webhooks": {
    area: "admin",
    access: "webhook.manage",
    operationId: "listWebhooks",
    live: true,
    summary: "Lists webhooks",
    query: listQuery({ sorts: WEBHOOK_SORTS, filters: {} }),
    answers: { 200: pageOf(webhook) },
  },
  "POST /webhooks": {
    area: "admin",
    access: "webhook.manage",
    operationId: "createWebhook",
    audit: "Webhookを登録",
    summary: "Registers a receiver, and tells its secret once",
    description:
      "Messages follow Standard Webhooks: POST with `webhook-id`, `webhook-timestamp` and `webhook-signature`, and a body `{type, organizationId, revision?, occurredAt}`. The address has to be https and public.",
    body: webhookCreate,
    answers: { 201: secretWebhook },
    etag: true,
    idempotencyKey: "secret",
  },
  "GET /webhooks/{id}": {
    area: "admin",
    access: "webhook.manage",
    operationId: "getWebhook",
    live: true,
    summary: "Reads a webhook",
    params: idParams,
    answers: { 200: webhook },
    etag: true,
  },
  "PATCH /webhooks/{id}": {
    area: "admin",
    access: "webhook.manage",
    operationId: "updateWebhook",
    audit: "Webhookを編集",
    summary: "Edits a webhook, pauses it or lets it go on",
    params: idParams,
    body: webhookUpdate,
    answers: { 200: webhook },
    etag: true,
    ifMatch: true,
  },
  "DELETE /webhooks/{id}": {
    area: "admin",
    access: "webhook.manage",
    operationId: "deleteWebhook",
    audit: "Webhookを削除",
    summary: "Deletes a webhook with its deliveries",
    params: idParams,
    answers: { 200: webhook },
    ifMatch: true,
  },
  "POST /webhooks/{id}/secret": {
    area: "admin",
    access: "webhook.manage",
    operationId: "rotateWebhookSecret",
    audit: "Webhookの署名キーを更新",
    summary: "Makes a new secret, and tells it once",
    description: "For 24 hours messages are signed with the secret before as well.",
    params: idParams,
    body: noFields,
    answers: { 200: secretWebhook },
    etag: true,
    ifMatch: webhook,
    idempotencyKey: false,
  },
  "POST /webhooks/{id}/test": {
    area: "admin",
    access: "webhook.manage",
    operationId: "testWebhook",
    audit: "Webhookをテスト",
    summary: "Delivers a test message at once",
    description:
      '`{type: "test", occurredAt}`, tried once; a failure changes nothing for the receiver.',
    params: idParams,
    body: noFields,
    answers: { 201: webhookDelivery },
    problems: ["WEBHOOK_PAUSED"],
  },
  "GET /webhooks/{id}/deliveries": {
    area: "admin",
    access: "webhook.manage",
    operationId: "listWebhookDeliveries",
    live: true,
    summary: "Lists what a receiver was told in the last 30 days",
    params: idParams,
    query: listQuery({ sorts: DELIVERY_SORTS, filters: {}, direction: "desc" }),
    answers: { 200: pageOf(webhookDelivery) },
  },
  "POST /webhooks/{id}/deliveries/{deliveryId}/resend": {
    area: "admin",
    access: "webhook.manage",
    operationId: "resendWebhookDelivery",
    audit: "Webhookを再送",
    summary: "Delivers a message again",
    description: "At once, also if the receiver has failed lately.",
    params: deliveryParams,
    body: noFields,
    answers: { 200: webhookDelivery },
    problems: ["WEBHOOK_PAUSED"],
  },
} satisfies Endpoints<"admin">;

export const webhookKind = auditedKind({
  name: "webhook",
  label: "Webhook",
  resource: "webhooks",
  schema: webhook,
  update: webhookUpdate,
  fields: webhookFields,
  unlogged: {
    ...OF_EVERY_RECORD,
    webhookId: "is the target",
    organizationIds: "are shown with their names",
    failingSince: "follows from deliveries",
    lastStatus: "follows from deliveries",
    lastError: "follows from deliveries",
    nextTryAt: "follows from deliveries",
    pausedAt: "is the time of the event",
    heldAt: "is an event of the restore",
    rotatedUntil: "follows from the operation",
  },
});
