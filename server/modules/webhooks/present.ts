import type { Webhook, WebhookDelivery } from "../../../domain/webhooks/schemas.ts";
import type { DeliveryRow, WebhookRow } from "./queries/webhooks.ts";

export function presentWebhook(row: WebhookRow): Webhook {
  return {
    webhookId: row.webhook_id,
    url: row.url,
    events: row.events,
    organizationIds: row.organization_ids,
    organizations: row.organizations,
    failingSince: row.failing_since?.toISOString() ?? null,
    lastStatus: row.last_status,
    lastError: row.last_error,
    nextTryAt: (row.failing_since && !row.paused_at && row.next_try_at?.toISOString()) || null,
    paused: row.paused_at !== null,
    pausedAt: row.paused_at?.toISOString() ?? null,
    heldAt: row.held_at?.toISOString() ?? null,
    rotatedUntil: row.old_secret_until?.toISOString() ?? null,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    type: row.type,
    revision: row.revision,
    occurredAt: row.occurred_at.toISOString(),
    status: row.delivered_at ? "DELIVERED" : row.given_up_at ? "FAILED" : "PENDING",
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    lastStatus: row.last_status,
    lastError: row.last_error,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
