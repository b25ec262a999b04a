import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { usageResults } from "../../domain/usage/events.ts";

const EVENTS_PER_REPORT = 10;
const AGAIN_AFTER_MS = 50;

interface UsageTarget {
  address: string;
  key: string;
  organizationId: number;
  /** How long a connection pauses after an answer. */
  pauseMs?: number;
}

/** The transcription service: it repeats each report until it is answered. */
export class UsageClient {
  readonly #target: UsageTarget;
  #acknowledged = 0;
  #isStopped = false;

  constructor(target: UsageTarget) {
    this.#target = target;
  }

  /** Events that were answered `recorded` or `duplicate`. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Reports over several connections until it is stopped; returns the ids of all events. */
  async send(connections: number): Promise<string[]> {
    const sent = Array.from({ length: connections }, () => this.#connection());
    return (await Promise.all(sent)).flat();
  }

  async #connection(): Promise<string[]> {
    const ids: string[] = [];
    while (!this.#isStopped) {
      const events = Array.from({ length: EVENTS_PER_REPORT }, () =>
        anEvent(randomUUID(), this.#target.organizationId),
      );
      const results = await reportUntilAnswered(this.#target, events);
      const refused = results.filter(({ result }) => !COUNTED.includes(result));
      if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`);
      this.#acknowledged += results.length;
      ids.push(...events.map(({ eventId }) => eventId));
      if (this.#target.pauseMs) await pause(this.#target.pauseMs);
    }
    return ids;
  }
}

const COUNTED = ["recorded", "duplicate"];

export function anEvent(eventId: string, organizationId: number) {
  return { eventId, organizationId, occurredAt: new Date().toISOString(), seconds: 30 };
}

/** Repeats a report that got no answer, or 503, with which an overloaded server rejects it. */
export async function reportUntilAnswered(
  { address, key }: Pick<UsageTarget, "address" | "key">,
  events: readonly object[],
) {
  for (;;) {
    const answer = await report({ address, key }, events);
    if (answer?.status === 200) return usageResults.parse(answer.body).results;
    // A busy machine keeps some waiting for so long that they are to come back.
    const comesBack = !answer || answer.status === 503 || answer.status === 429;
    if (!comesBack) throw new Error(`answered ${answer.status}`);
    await pause(AGAIN_AFTER_MS);
  }
}

/** Undefined without an answer. */
async function report(
  { address, key }: Pick<UsageTarget, "address" | "key">,
  events: readonly object[],
) {
  try {
    const response = await fetch(`${address}/api/v1/usage-events`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ events }),
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  } catch (error) {
    // A broken connection, the only error that fetch throws here.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
