import type { WebhookEvent } from "../../domain/webhooks/rules.ts";
import { actAsSystem } from "../../server/audit/acting.ts";
import { WebhookSender } from "../../server/modules/webhooks/service/sender.ts";
import type { TestApi } from "./api.ts";

export const WEBHOOKS = "/admin/api/v1/webhooks";

/** 32 bytes in Base64. */
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

interface WebhookInput {
  url?: string;
  events?: WebhookEvent[];
  organizationIds?: number[] | null;
}

/** Inserts a webhook; returns its id. */
export async function aWebhook(
  api: Pick<TestApi, "db" | "clock" | "aUser">,
  {
    url = "http://127.0.0.1:9/hooks",
    events = ["vocabulary.changed"],
    organizationIds = null,
  }: WebhookInput = {},
): Promise<number> {
  const { userId } = await api.aUser();
  const at = api.clock.now();
  const { webhook_id } = await api.db
    .insertInto("webhooks")
    .values({
      url,
      events,
      organization_ids: organizationIds,
      secret: SECRET,
      created_by: userId,
      created_at: at,
      updated_at: at,
    })
    .returning("webhook_id")
    .executeTakeFirstOrThrow();
  return webhook_id;
}

/** What sends messages in a copy of the server. */
export function aSender({ app, db, clock, config }: TestApi): WebhookSender {
  const parts = { db, now: clock.now, log: app.log, config, receiverLimits: undefined };
  return new WebhookSender(parts);
}

/** Sends what is due, as the task does it, until nothing is under way. */
export async function sendDue(api: TestApi): Promise<void> {
  const sender = aSender(api);
  await actAsSystem("webhook", () => sender.begin());
  await sender.idle();
}

/** Inserts a delivery that was not tried yet; returns its id. */
export async function aDelivery(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  {
    webhookId,
    organizationId,
    givenUp = false,
  }: { webhookId: number; organizationId: number; givenUp?: boolean },
): Promise<number> {
  const { delivery_id } = await db
    .insertInto("webhook_deliveries")
    .values({
      webhook_id: webhookId,
      organization_id: organizationId,
      type: "vocabulary.changed",
      revision: 2,
      occurred_at: clock.now(),
      created_at: clock.now(),
      last_attempt_at: null,
      last_status: null,
      last_error: null,
      delivered_at: null,
      given_up_at: givenUp ? clock.now() : null,
    })
    .returning("delivery_id")
    .executeTakeFirstOrThrow();
  return delivery_id;
}
