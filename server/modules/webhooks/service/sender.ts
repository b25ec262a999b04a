import type { LookupOptions } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { addMilliseconds, addSeconds, subHours } from "date-fns";
import type { Transaction } from "kysely";
import { Webhook as Signer } from "standardwebhooks";
import {
  messageIdOf,
  TEST_MESSAGE,
  TRIED_HOURS,
  waitAfter,
} from "../../../../domain/webhooks/rules.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { webhookDeliveries } from "../../../metrics/counted.ts";
import { within } from "../../../start/shutdown.ts";
import {
  type Attempt,
  backOff,
  type DueDelivery,
  giveUpPaused,
  noteDelivered,
  noteFailed,
  takeDue,
} from "../queries/deliveries.ts";
import { findWebhook, lockWebhook, makeDeliveries } from "../queries/webhooks.ts";
import {
  ForbiddenAddress,
  hostOf,
  isAllowed,
  type ReceiverRules,
  receiverRules,
  resolved,
} from "./receiverAddress.ts";
import { presentWebhook, publishWebhook } from "./webhooks.ts";

/** How long events of an organization and type are collected, so that many become one message. */
const COLLECTED_MS = 1_000;

/** Makes deliveries of what has happened (docs/product/webhooks.md#delivery). */
export function collectEvents({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  return db
    .transaction()
    .execute((trx) => makeDeliveries(trx, { waitedMs: COLLECTED_MS, at: now() }));
}

/** How much of an answer is read. */
const MOST_BYTES = 64 * 1024;

const FORBIDDEN = "address is not public";

interface Received {
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
}

/**
 * Posts a message. The address is looked at again when the connection is made, because a host may
 * have got another one since it was registered. Redirects are not followed. The first status counts,
 * whatever becomes of the body.
 */
export function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  rules: ReceiverRules,
): Promise<Received> {
  const target = new URL(url);
  const host = hostOf(target);
  if (isIP(host) && !isAllowed(host, rules)) {
    return Promise.resolve({ status: null, error: FORBIDDEN });
  }
  const send = target.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = send(target, {
      method: "POST",
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      lookup: guardedLookup(rules),
      // Each message is looked up again.
      agent: false,
    });
    let status: number | null = null;
    const end = (error: string) => {
      clearTimeout(timer);
      request.destroy();
      resolve({ status, error: status === null ? error : null });
    };
    // Not the request's own: Node tells neither of an answer nor of an error in some cases, such as 101.
    const timer = setTimeout(end, rules.answersWithinMs, "timeout");
    const refuseMore = (bytes: number) => {
      if (bytes > MOST_BYTES) end("too long");
    };
    request.on("response", (response) => {
      status = response.statusCode ?? null;
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        refuseMore(bytes);
      });
      response.on("error", () => end("cut off"));
      response.on("close", () => end("cut off"));
    });
    request.on("information", () => refuseMore(request.socket?.bytesRead ?? 0));
    request.on("upgrade", (response, socket) => {
      status = response.statusCode ?? null;
      socket.destroy();
      end("upgrade");
    });
    request.on("error", (error) => end(reasonOf(error)));
    request.on("close", () => end("no answer"));
    request.end(body);
  });
}

function guardedLookup(rules: ReceiverRules): LookupFunction {
  return (host, options: LookupOptions, done) => {
    resolved(host, rules).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first?.address ?? "", first?.family);
      },
      (error: NodeJS.ErrnoException) => done(error, "", 0),
    );
  };
}

/** Not what the receiver wrote: a code, or our own words. */
function reasonOf(error: Error): string {
  if (error instanceof ForbiddenAddress) return FORBIDDEN;
  return "code" in error && typeof error.code === "string" ? error.code : "no answer";
}

/** How many messages a copy of the server has under way, to all receivers. */
const AT_ONCE = 200;
const STOP_WITHIN_MS = 2_000;

type SenderDeps = Pick<Deps, "db" | "now" | "log" | "config" | "receiverLimits">;

/**
 * Sends what waits for receivers. Each message is sent by itself, so that no receiver waits for another
 * (docs/decisions/085-deliveries-are-the-queue.md).
 */
export class WebhookSender {
  readonly #deps: SenderDeps;
  readonly #rules: ReceiverRules;
  readonly #underWay = new Set<Promise<void>>();
  #isStopping = false;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#rules = receiverRules(deps);
  }

  /** Begins to send what is due, and does not wait for the receivers. */
  async begin(): Promise<void> {
    await giveUpPaused(this.#deps.db, this.#deps.now());
    const free = AT_ONCE - this.#underWay.size;
    for (const due of free > 0 ? await this.#take(free) : []) this.#begin(due);
  }

  /** Waits until nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** What is still under way after a moment is sent again by another copy. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await within(STOP_WITHIN_MS, this.idle());
  }

  #begin(due: DueDelivery): void {
    const work = this.#sendAll(due)
      .catch((err: unknown) => {
        this.#deps.log.warn({ err }, "could not note what became of a webhook message");
      })
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  /** A message, and then others that wait for the same receiver. */
  async #sendAll(first: DueDelivery): Promise<void> {
    for (let due: DueDelivery | undefined = first; due; ) {
      await deliver(this.#deps, this.#rules, due);
      [due] = this.#isStopping ? [] : await this.#take(1, due.webhook_id);
    }
  }

  #take(most: number, webhookId?: number): Promise<DueDelivery[]> {
    const at = this.#deps.now();
    // Three times what a message may take: the rest is for the database.
    const until = addMilliseconds(at, 3 * this.#rules.answersWithinMs);
    return takeDue(this.#deps.db, { at, until, most, ...(webhookId ? { webhookId } : {}) });
  }
}

/**
 * Tries a delivery once. After a failure the receiver is left alone for a while, with all that waits
 * for it, and after a day of failures paused. A test is not tried again and changes no receiver.
 */
async function deliver(
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
  const isTest = due.type === TEST_MESSAGE;
  const isGivenUp = isTest || due.created_at <= subHours(at, TRIED_HOURS);
  // However often people ask for a message, the steps of a receiver that fails are its own.
  const isStep = !isTest && !(due.is_asked && due.failures > 0);
  const failed = { ...attempt, isGivenUp };
  await db
    .transaction()
    .execute((trx) => (isStep ? noteStep(trx, due, failed, now()) : noteFailed(trx, due, failed)));
  const { webhook_id: webhookId, delivery_id: deliveryId } = due;
  log.warn({ webhookId, deliveryId, status, error }, "a webhook message was not delivered");
  webhookDeliveries.inc({ result: isGivenUp ? "givenUp" : "failed" });
}

/** Notes a failed attempt after which its receiver is left alone. */
async function noteStep(
  trx: Transaction<Tables>,
  due: DueDelivery,
  failed: Attempt & { isGivenUp: boolean },
  ended: Date,
): Promise<void> {
  const { at } = failed;
  const isPaused = due.failing_since !== null && due.failing_since <= subHours(at, TRIED_HOURS);
  const nextTryAt = addSeconds(ended, waitAfter(due.failures + 1));
  await lockWebhook(trx, due.webhook_id);
  const before = await findWebhook(trx, due.webhook_id);
  await noteFailed(trx, due, failed);
  await backOff(trx, due, { at, nextTryAt, isPaused });
  const after = await findWebhook(trx, due.webhook_id);
  if (!before || !after) return;
  await publishWebhook(trx, { before: presentWebhook(before), after: presentWebhook(after) });
}

/** The message as Standard Webhooks has it, signed by each secret that is valid. */
function signedMessage(due: DueDelivery, at: Date) {
  const id = messageIdOf(due.delivery_id);
  const body = JSON.stringify({
    type: due.type,
    ...(due.organization_id === null ? {} : { organizationId: due.organization_id }),
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
