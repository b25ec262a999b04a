import type { LimitName } from "../../domain/problems/codes.ts";
import { limitReached } from "../problem.ts";

/** For work that waits longer than a request. */
const AGAIN_AFTER_SECONDS = 5;

/** How many slots there are under a key, and whether one caller can take all of them. */
export interface Quota {
  key: string;
  most: number;
  of: "caller" | "all";
  /** What the answer calls it if it is used up. */
  limit: LimitName;
}

/** What a queue holds. */
const QUEUE: Pick<Quota, "of" | "limit"> = { of: "caller", limit: "waitingRequests" };

/** No slot was free in time. */
export class LimitReachedError extends Error {
  override readonly name = "LimitReachedError";
  /** Whether the caller itself has taken the slots. */
  readonly of: Quota["of"];
  readonly limit: LimitName;

  constructor({ of, limit }: Pick<Quota, "of" | "limit">) {
    super(`no slot of ${limit} was free`);
    this.of = of;
    this.limit = limit;
  }
}

/** How long a request waits for a slot, and how long for one that its own caller has taken. */
export interface WaitTimes {
  waitMs: number;
  /** At least `waitMs`, which it is by default. */
  ownWaitMs?: number;
  /** Whether it waits so long for slots of all as well. */
  isForAll?: boolean;
}

interface Waiting {
  quotas: readonly Quota[];
  enter(slot: Slot): void;
}

interface Limits {
  /** How long a request waits by default. */
  waitMs: number;
  /** How many wait in one queue; the next one is refused at once. */
  mostInQueue: number;
  /** How many of a queue wait longer than others do for what their caller has taken. */
  mostPatient?: number;
}

interface WaitOptions extends Partial<WaitTimes> {
  signal?: AbortSignal | undefined;
}

export class Slot {
  readonly #giveBack: (quotas: readonly Quota[]) => void;
  #held: readonly Quota[];

  constructor(held: readonly Quota[], giveBack: (quotas: readonly Quota[]) => void) {
    this.#held = held;
    this.#giveBack = giveBack;
  }

  /** Releases all quotas, or some. One that was released stays so. */
  release(which: (quota: Quota) => boolean = () => true): void {
    if (this.#held.length === 0) return;
    const released: Quota[] = [];
    const held: Quota[] = [];
    for (const quota of this.#held) (which(quota) ? released : held).push(quota);
    if (released.length === 0) return;
    this.#held = held;
    this.#giveBack(released);
  }
}

/**
 * Admits a request that finds a slot under each of its quotas; others wait in the queue of their
 * caller for a time, the first of a queue longer for slots that their own caller has taken. Queues
 * take turns, so that a long one does not hold up a short one, and a queue whose own slots are taken
 * does not hold up others.
 */
export class ConcurrencyLimiter {
  readonly #limits: Limits;
  readonly #taken = new Map<string, number>();
  /** In the order of their turns. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #patient = new Set<Waiting>();
  #waiting = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** How many of them wait for what their own callers have taken, longer than others do. */
  get patient(): number {
    return this.#patient.size;
  }

  taken(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  /** Takes a slot at once, or none. */
  take(queue: string, quotas: readonly Quota[]): Slot | undefined {
    return this.#queues.has(queue) || this.#lacking(quotas) ? undefined : this.#enter(quotas);
  }

  /**
   * Waits for a slot. Throws LimitReachedError if none is free in time, the reason of `signal` if it
   * aborts.
   */
  async wait(queue: string, quotas: readonly Quota[], options: WaitOptions = {}): Promise<Slot> {
    options.signal?.throwIfAborted();
    const slot = this.take(queue, quotas);
    if (slot) return slot;
    const others = this.#queues.get(queue) ?? [];
    if (others.length >= this.#limits.mostInQueue) throw new LimitReachedError(QUEUE);
    this.#queues.set(queue, others);
    this.#waiting += 1;
    return this.#inQueue(queue, others, quotas, options);
  }

  /** Does `work` in a slot. Throws 503 OVERLOADED if none is free in time. */
  async run<Result>(
    queue: string,
    quotas: readonly Quota[],
    options: WaitOptions,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const slot = await this.wait(queue, quotas, options).catch((error: unknown) => {
      if (!(error instanceof LimitReachedError)) throw error;
      throw limitReached("OVERLOADED", error.limit, AGAIN_AFTER_SECONDS);
    });
    try {
      return await work();
    } finally {
      slot.release();
    }
  }

  #inQueue(
    queue: string,
    others: Waiting[],
    quotas: readonly Quota[],
    {
      signal,
      waitMs = this.#limits.waitMs,
      ownWaitMs: longest = waitMs,
      isForAll = false,
    }: WaitOptions,
  ): Promise<Slot> {
    let leftMs = longest;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const one: Waiting = {
        quotas,
        enter: (entered) => {
          end();
          resolve(entered);
        },
      };
      const giveUp = (reason: unknown) => {
        end();
        this.#forget(queue, one);
        reject(reason);
      };
      const abort = () => giveUp(signal?.reason);
      const look = () => {
        // A quota may have grown since a request ended.
        this.#admit();
        const turn = others.indexOf(one);
        if (turn < 0) return;
        leftMs -= waitMs;
        // One that has a slot waits behind others of its queue.
        const reached = this.#lacking(quotas) ?? QUEUE;
        const isPatient = turn < (this.#limits.mostPatient ?? 0);
        if ((reached.of === "all" && !isForAll) || leftMs <= 0 || !isPatient) {
          giveUp(new LimitReachedError(reached));
          return;
        }
        this.#patient.add(one);
        timer = setTimeout(look, Math.min(waitMs, leftMs));
      };
      let timer = setTimeout(look, waitMs);
      signal?.addEventListener("abort", abort);
      others.push(one);
    });
  }

  /** The first quota without a free slot; those of the caller are listed first. */
  #lacking(quotas: readonly Quota[]): Quota | undefined {
    return quotas.find(({ key, most }) => this.taken(key) >= most);
  }

  #enter(quotas: readonly Quota[]): Slot {
    for (const { key } of quotas) this.#taken.set(key, this.taken(key) + 1);
    return new Slot(quotas, this.#release);
  }

  readonly #release = (quotas: readonly Quota[]): void => {
    for (const { key } of quotas) {
      const left = this.taken(key) - 1;
      if (left > 0) this.#taken.set(key, left);
      else this.#taken.delete(key);
    }
    if (this.#waiting > 0) this.#admit();
  };

  /** One of each queue in turn, as long as one finds a slot. */
  #admit(): void {
    for (const [queue, waiting] of this.#queues) {
      const first = waiting[0];
      if (!first || this.#lacking(first.quotas)) continue;
      this.#forget(queue, first);
      // Its next turn comes after all others: the loop meets it again at the end.
      if (waiting.length > 0) {
        this.#queues.delete(queue);
        this.#queues.set(queue, waiting);
      }
      first.enter(this.#enter(first.quotas));
    }
  }

  #forget(queue: string, one: Waiting): void {
    const waiting = this.#queues.get(queue);
    const at = waiting?.indexOf(one) ?? -1;
    if (!waiting || at < 0) return;
    this.#patient.delete(one);
    waiting.splice(at, 1);
    this.#waiting -= 1;
    if (waiting.length === 0) this.#queues.delete(queue);
  }
}
