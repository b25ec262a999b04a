import { randomBytes } from "node:crypto";
import { addHours } from "date-fns";
import type { Transaction } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import { webhookKind } from "../../../../domain/api/webhooks.ts";
import type { FieldChange } from "../../../../domain/audit/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import { OVERLAP_HOURS } from "../../../../domain/webhooks/rules.ts";
import type {
  SecretWebhook,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookUpdate,
} from "../../../../domain/webhooks/schemas.ts";
import { refuseStale } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import type { IfMatch } from "../../../plugins/preconditions.ts";
import { conflict, notFound, validationFailed } from "../../../problem.ts";
import { refuseUnknownOrganizations } from "../../organizations/service.ts";
import { insertTest, renewDelivery } from "../queries/deliveries.ts";
import {
  type DeliveryRow,
  findDeliveries,
  findDelivery,
  findWebhook,
  findWebhooks,
  insertRestoreEvents,
  lockWebhook,
  replaceSecret,
  type WebhookRow,
} from "../queries/webhooks.ts";
import { type ReceiverRules, receiverProblem } from "./receiverAddress.ts";

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

function presentDelivery(row: DeliveryRow): WebhookDelivery {
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

/** Publishes a change of a webhook, and what was done with it. */
export function publishWebhook(
  trx: Transaction<Tables>,
  {
    before,
    after,
    isAction = false,
    parts = [],
  }: Record<"before" | "after", Webhook | null> & {
    isAction?: boolean;
    parts?: readonly FieldChange[];
  },
): Promise<void> {
  const known = after ?? before;
  if (!known) throw new Error("a webhook is published that is neither old nor new");
  return publishChange(trx, {
    kind: webhookKind,
    organizationId: null,
    id: known.webhookId,
    name: new URL(known.url).host,
    before,
    after,
    isAction,
    parts,
  });
}

type WebhookDeps = Pick<Deps, "db" | "now">;

interface WebhookTarget {
  webhookId: number;
  ifMatch: IfMatch | undefined;
}

/** A secret of 256 bits, as Standard Webhooks writes it. */
const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

export async function listWebhooks(
  { db }: Pick<Deps, "db">,
  query: ListQuery<"webhookId" | "createdAt">,
): Promise<Page<Webhook>> {
  const { rows, total } = await findWebhooks(db, query);
  return pageAnswer(query, { content: rows.map(presentWebhook), total });
}

/** One webhook; throws 404. */
export async function readWebhook({ db }: Pick<Deps, "db">, webhookId: number): Promise<Webhook> {
  const row = await findWebhook(db, webhookId);
  if (!row) throw notFound();
  return presentWebhook(row);
}

/**
 * Registers a receiver; the answer is the only one with the secret. Throws 422 for an address that is
 * not allowed and an unknown organization.
 */
export async function createWebhook(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  rules: ReceiverRules,
  userId: string,
  { url, events, organizationIds }: WebhookCreate,
): Promise<SecretWebhook> {
  await refuseReceiver(url, rules);
  const secret = newSecret();
  return transact(async (trx) => {
    await refuseUnknownOrganizations(trx, organizationIds);
    const at = now();
    const { webhook_id: webhookId } = await trx
      .insertInto("webhooks")
      .values({
        url,
        events,
        organization_ids: organizationIds,
        secret,
        created_by: userId,
        created_at: at,
        updated_at: at,
      })
      .returning("webhook_id")
      .executeTakeFirstOrThrow();
    const created = await readWebhook({ db: trx }, webhookId);
    await publishWebhook(trx, { before: null, after: created });
    return { ...created, secret };
  });
}

/** Throws 404, 412 with the current record, 422 as createWebhook does. */
export async function changeWebhook(
  { db, now }: WebhookDeps,
  rules: ReceiverRules,
  target: WebhookTarget,
  { url, events, organizationIds, paused }: WebhookUpdate,
): Promise<Webhook> {
  if (url !== undefined) await refuseReceiver(url, rules);
  return db.transaction().execute(async (trx) => {
    const before = await opened(trx, target);
    if (organizationIds) await refuseUnknownOrganizations(trx, organizationIds);
    const at = now();
    // A receiver that goes on, or has another address, is tried at once.
    const isTriedNow = paused === false || url !== undefined;
    await trx
      .updateTable("webhooks")
      .set({
        ...(url === undefined ? {} : { url }),
        ...(events ? { events } : {}),
        ...(organizationIds === undefined ? {} : { organization_ids: organizationIds }),
        ...(paused === undefined ? {} : { paused_at: paused ? at : null, held_at: null }),
        ...(isTriedNow ? { failing_since: null, failures: 0, next_try_at: null } : {}),
        version: before.version + 1,
        updated_at: at,
      })
      .where("webhook_id", "=", target.webhookId)
      .execute();
    const after = await readWebhook({ db: trx }, target.webhookId);
    await publishWebhook(trx, { before, after });
    if (before.heldAt !== null && paused === false) await insertRestoreEvents(trx);
    return after;
  });
}

/** Deletes a webhook with its deliveries, and returns it. Throws 404, 412. */
export function removeWebhook({ db }: Pick<Deps, "db">, target: WebhookTarget): Promise<Webhook> {
  return db.transaction().execute(async (trx) => {
    const before = await opened(trx, target);
    await trx.deleteFrom("webhooks").where("webhook_id", "=", target.webhookId).execute();
    await publishWebhook(trx, { before, after: null });
    return before;
  });
}

/** Replaces the secret, which signs beside the new one for a day. Throws 404, 412. */
export function rotateSecret(
  { db, now }: WebhookDeps,
  target: WebhookTarget,
): Promise<SecretWebhook> {
  const secret = newSecret();
  return db.transaction().execute(async (trx) => {
    const before = await opened(trx, target);
    const at = now();
    await replaceSecret(trx, target.webhookId, { secret, at, until: addHours(at, OVERLAP_HOURS) });
    const after = await readWebhook({ db: trx }, target.webhookId);
    await publishWebhook(trx, { before, after, isAction: true });
    return { ...after, secret };
  });
}

/** A page of what a receiver was notified, the last first; throws 404. */
export async function listDeliveries(
  { db }: Pick<Deps, "db">,
  webhookId: number,
  query: ListQuery<"deliveryId">,
): Promise<Page<WebhookDelivery>> {
  await readWebhook({ db }, webhookId);
  const { rows, total } = await findDeliveries(db, webhookId, query);
  return pageAnswer(query, { content: rows.map(presentDelivery), total });
}

type AskDeps = Pick<Deps, "now"> & { transact: Transact };

/** Delivers a message again at once, with the same id. Throws 404, 409 WEBHOOK_PAUSED. */
export function resendDelivery(
  { now, transact }: AskDeps,
  key: { webhookId: number; deliveryId: number },
): Promise<WebhookDelivery> {
  return transact((trx) =>
    askFor(trx, key.webhookId, async () => {
      if (!(await findDelivery(trx, key))) throw notFound();
      await renewDelivery(trx, key.deliveryId, now());
      return key.deliveryId;
    }),
  );
}

/** Delivers a test message at once, also if the receiver has failed lately. Throws 404, 409 WEBHOOK_PAUSED. */
export function testWebhook(
  { now, transact }: AskDeps,
  webhookId: number,
): Promise<WebhookDelivery> {
  return transact((trx) => askFor(trx, webhookId, () => insertTest(trx, webhookId, now())));
}

/** Publishes what a person asks to send to a receiver, and returns it. */
async function askFor(
  trx: Transaction<Tables>,
  webhookId: number,
  write: () => Promise<number>,
): Promise<WebhookDelivery> {
  const webhook = await opened(trx, { webhookId, ifMatch: undefined });
  if (webhook.paused) throw conflict("WEBHOOK_PAUSED");
  const deliveryId = await write();
  const parts = [{ field: "deliveryId", before: null, after: deliveryId }];
  await publishWebhook(trx, { before: webhook, after: webhook, isAction: true, parts });
  const asked = await findDelivery(trx, { webhookId, deliveryId });
  if (!asked) throw notFound();
  return presentDelivery(asked);
}

async function opened(
  trx: Transaction<Tables>,
  { webhookId, ifMatch }: WebhookTarget,
): Promise<Webhook> {
  await lockWebhook(trx, webhookId);
  const webhook = await readWebhook({ db: trx }, webhookId);
  await refuseStale(trx, ifMatch, webhook, { kind: webhookKind.name, id: webhookId });
  return webhook;
}

async function refuseReceiver(url: string, rules: ReceiverRules): Promise<void> {
  const problem = await receiverProblem(url, rules);
  if (problem !== undefined) throw validationFailed({ url: problem });
}
