import { addMilliseconds } from "date-fns";
import type { Deps } from "../../../context.ts";
import { within } from "../../../start/shutdown.ts";
import { type DueDelivery, giveUpPaused, takeDue } from "../queries/due.ts";
import { deliver } from "./deliver.ts";
import { type ReceiverRules, receiverRules } from "./receiverAddress.ts";

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
