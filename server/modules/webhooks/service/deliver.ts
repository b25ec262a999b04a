import { addSeconds, differenceInSeconds, subHours } from "date-fns";
import { Webhook as Signer } from "standardwebhooks";
import { messageIdOf, TRIED_HOURS, waitAfter } from "../../../../domain/webhooks/rules.ts";
import type { Deps } from "../../../context.ts";
import { sendJob } from "../../../jobs/queues.ts";
import { webhookDeliveries } from "../../../metrics/counted.ts";
import { presentWebhook } from "../present.ts";
import {
  type DueDelivery,
  findDue,
  giveUp,
  noteDelivered,
  noteFailed,
} from "../queries/attempts.ts";
import { makeDeliveries } from "../queries/outbox.ts";
import { findWebhook, lockWebhook } from "../queries/webhooks.ts";
import { publishWebhook } from "./publishWebhook.ts";
import { post, type ReceiverRules } from "./receiver.ts";

export type DeliverDeps = Pick<Deps, "db" | "now">;

/** How long events of an organization and type are collected, so that many become one message. */
const COLLECTED_MS = 1_000;

/** Makes deliveries of what has happened, each with a job (docs/product/webhooks.md#delivery). */
export async function collectEvents({ db, now }: DeliverDeps): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const made = await makeDeliveries(trx, { waitedMs: COLLECTED_MS, at: now() });
    for (const deliveryId of made) await sendJob(trx, "webhook", { deliveryId });
  });
}

/**
 * Tries a delivery once. After a failure the receiver is left alone for a while, with all that waits
 * for it, and after a day of failures paused.
 */
export async function deliver(
  deps: DeliverDeps,
  rules: ReceiverRules,
  deliveryId: number,
): Promise<void> {
  const { db, now } = deps;
  const due = await findDue(db, deliveryId);
  if (!due) return;
  const at = now();
  if (due.paused_at) return giveUp(db, deliveryId, at);
  if (due.next_try_at && due.next_try_at > at) return tryAgain(deps, due, due.next_try_at);

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
  const nextTryAt = addSeconds(at, waitAfter(due.failures + 1));
  await db.transaction().execute(async (trx) => {
    await lockWebhook(trx, due.webhook_id);
    const before = await findWebhook(trx, due.webhook_id);
    await noteFailed(trx, due, { ...attempt, nextTryAt, isGivenUp, isPaused });
    const after = await findWebhook(trx, due.webhook_id);
    if (!before || !after) return;
    await publishWebhook(trx, { before: presentWebhook(before), after: presentWebhook(after) });
    if (!isGivenUp) await sendJob(trx, "webhook", { deliveryId }, waitAfter(due.failures + 1));
  });
  webhookDeliveries.inc({ result: isGivenUp ? "givenUp" : "failed" });
}

async function tryAgain(
  { db, now }: DeliverDeps,
  { delivery_id: deliveryId }: DueDelivery,
  nextTryAt: Date,
): Promise<void> {
  const seconds = Math.max(1, differenceInSeconds(nextTryAt, now()) + 1);
  await db.transaction().execute((trx) => sendJob(trx, "webhook", { deliveryId }, seconds));
}

/** The message as Standard Webhooks has it, signed by each valid secret. */
function signedMessage(due: DueDelivery, at: Date) {
  const id = messageIdOf(due.delivery_id);
  const body = JSON.stringify({
    type: due.type,
    organizationId: due.organization_id,
    ...(due.revision === null ? {} : { revision: due.revision }),
    occurredAt: due.occurred_at.toISOString(),
  });
  const isOldValid = due.old_secret !== null && due.old_secret_until && due.old_secret_until > at;
  const secrets = [due.secret, ...(isOldValid && due.old_secret ? [due.old_secret] : [])];
  const signatures = secrets.map((secret) => new Signer(secret).sign(id, at, body));
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
