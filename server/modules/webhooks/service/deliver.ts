import { addSeconds, subHours } from "date-fns";
import { Webhook as Signer } from "standardwebhooks";
import { messageIdOf, TRIED_HOURS, waitAfter } from "../../../../domain/webhooks/rules.ts";
import type { Deps } from "../../../context.ts";
import { webhookDeliveries } from "../../../metrics/counted.ts";
import { presentWebhook } from "../present.ts";
import { noteDelivered, noteFailed } from "../queries/attempts.ts";
import type { DueDelivery } from "../queries/due.ts";
import { findWebhook, lockWebhook } from "../queries/webhooks.ts";
import { publishWebhook } from "./publishWebhook.ts";
import { post } from "./receiver.ts";
import type { ReceiverRules } from "./receiverAddress.ts";

/**
 * Tries a delivery once. After a failure the receiver is left alone for a while, with all that waits
 * for it, and after a day of failures paused.
 */
export async function deliver(
  { db, now, log }: Pick<Deps, "db" | "now" | "log">,
  rules: ReceiverRules,
  due: DueDelivery,
): Promise<void> {
  const at = now();
  const { status, error } = await post(due.url, signedMessage(due, at), rules);
  const attempt = { at, status, error };
  if (status !== null && status >= 200 && status < 300) {
    await db.transaction().execute((trx) => noteDelivered(trx, due, attempt));
    webhookDeliveries.inc({ result: "delivered" });
    return;
  }
  const dayAgo = subHours(at, TRIED_HOURS);
  const isGivenUp = due.created_at <= dayAgo;
  const isPaused = due.failing_since !== null && due.failing_since <= dayAgo;
  const nextTryAt = addSeconds(now(), waitAfter(due.failures + 1));
  await db.transaction().execute(async (trx) => {
    await lockWebhook(trx, due.webhook_id);
    const before = await findWebhook(trx, due.webhook_id);
    await noteFailed(trx, due, { ...attempt, nextTryAt, isGivenUp, isPaused });
    const after = await findWebhook(trx, due.webhook_id);
    if (!before || !after) return;
    await publishWebhook(trx, { before: presentWebhook(before), after: presentWebhook(after) });
  });
  const { webhook_id: webhookId, delivery_id: deliveryId } = due;
  log.warn({ webhookId, deliveryId, status, error }, "a webhook message was not delivered");
  webhookDeliveries.inc({ result: isGivenUp ? "givenUp" : "failed" });
}

/** The message as Standard Webhooks has it, signed by each secret that is valid. */
function signedMessage(due: DueDelivery, at: Date) {
  const id = messageIdOf(due.delivery_id);
  const body = JSON.stringify({
    type: due.type,
    organizationId: due.organization_id,
    ...(due.revision === null ? {} : { revision: due.revision }),
    occurredAt: due.occurred_at.toISOString(),
  });
  const signatures = due.secrets.map((secret) => new Signer(secret).sign(id, at, body));
  return {
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "knowledge-insight",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
      "webhook-signature": signatures.join(" "),
    },
  };
}
