import type { webhookEndpoints } from "../../../domain/api/webhooks.ts";
import { at, type RouteRow, systemAdmin, UNKNOWN_ID, type WalkWorld } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";
import { aDelivery, aWebhook, WEBHOOKS } from "../webhooks.ts";

const ANY_VERSION = { "if-match": "*" };

const onWebhook =
  (below = "", body?: unknown) =>
  async ({ api }: WalkWorld) => ({
    url: `${WEBHOOKS}/${await aWebhook(api)}${below}`,
    headers: ANY_VERSION,
    ...(body === undefined ? {} : { body }),
  });

const ofNone =
  (below = "", body?: unknown) =>
  () => ({
    unknown: {
      url: `${WEBHOOKS}/${UNKNOWN_ID}${below}`,
      headers: ANY_VERSION,
      ...(body === undefined ? {} : { body }),
    },
  });

const changed = { events: ["cap.reached"] };

export const adminRows: Readonly<Record<keyof typeof webhookEndpoints, RouteRow>> = {
  "GET /webhooks": { may: systemAdmin, send: at(WEBHOOKS) },
  "POST /webhooks": {
    may: systemAdmin,
    send: () => ({
      url: WEBHOOKS,
      body: { url: "http://127.0.0.1:9/hooks", events: ["vocabulary.changed"] },
    }),
  },
  "GET /webhooks/{id}": { may: systemAdmin, send: onWebhook(), elsewhere: ofNone() },
  "PATCH /webhooks/{id}": {
    may: systemAdmin,
    send: onWebhook("", changed),
    elsewhere: ofNone("", changed),
  },
  "DELETE /webhooks/{id}": { may: systemAdmin, send: onWebhook(), elsewhere: ofNone() },
  "POST /webhooks/{id}/secret": {
    may: systemAdmin,
    send: onWebhook("/secret", {}),
    elsewhere: ofNone("/secret", {}),
  },
  "POST /webhooks/{id}/test": {
    may: systemAdmin,
    send: onWebhook("/test", {}),
    elsewhere: ofNone("/test", {}),
  },
  "GET /webhooks/{id}/deliveries": {
    may: systemAdmin,
    send: onWebhook("/deliveries"),
    elsewhere: ofNone("/deliveries"),
  },
  "POST /webhooks/{id}/deliveries/{deliveryId}/resend": {
    may: systemAdmin,
    send: async ({ api, own }) => {
      const webhookId = await aWebhook(api);
      const deliveryId = await aDelivery(api, { webhookId, ...own, givenUp: true });
      return { url: `${WEBHOOKS}/${webhookId}/deliveries/${deliveryId}/resend`, body: {} };
    },
    elsewhere: ofNone("/deliveries/1/resend", {}),
  },
};

const stored = {
  url: "https://example.com/hooks",
  events: ["vocabulary.changed"],
  secret: "whsec_AAAA",
  created_by: "member",
  created_at: new Date("2026-01-01T00:00:00Z"),
  updated_at: new Date("2026-01-01T00:00:00Z"),
};
const happened = { organization_id: 1, type: "vocabulary.changed" };
const event = {
  webhook_id: 1,
  ...happened,
  occurred_at: new Date("2026-01-01T00:00:00Z"),
  created_at: new Date("2026-01-01T00:00:00Z"),
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  webhooks: {
    stored: [stored],
    another: stored,
    optional: [
      "failing_since",
      "held_at",
      "next_try_at",
      "old_secret",
      "old_secret_until",
      "organization_ids",
      "paused_at",
    ],
    constraints: {
      webhooks_created_by_fkey: { refuses: [{ created_by: "nobody" }] },
      webhooks_events_check: {
        refuses: [{ events: [] }, { events: ["user.created"] }],
        allows: [{ events: ["cap.reached", "contract.ended"] }],
      },
      webhooks_organization_ids_check: {
        refuses: [{ organization_ids: [] }],
        allows: [{ organization_ids: [1] }],
      },
      webhooks_check: {
        refuses: [{ old_secret: "whsec_BBBB" }],
        allows: [{ old_secret: "whsec_BBBB", old_secret_until: stored.created_at }],
      },
    },
  },
  webhook_events: {
    stored: [happened],
    another: happened,
    optional: ["revision"],
    constraints: {
      webhook_events_organization_id_fkey: { refuses: [{ organization_id: 99 }], cascades: true },
    },
  },
  webhook_deliveries: {
    // The database numbers webhooks; the one above is the first.
    stored: [event],
    another: event,
    optional: [
      "asked_at",
      "delivered_at",
      "given_up_at",
      "last_attempt_at",
      "last_error",
      "last_status",
      "organization_id",
      "revision",
      "taken_until",
    ],
    constraints: {
      webhook_deliveries_webhook_id_fkey: { refuses: [{ webhook_id: 99 }], cascades: true },
    },
  },
};
