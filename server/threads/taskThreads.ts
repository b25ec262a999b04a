import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import type { LimitName } from "../../domain/problems/codes.ts";
import { ConcurrencyLimiter, type Quota } from "../limiter/concurrencyLimiter.ts";
import { limitReached } from "../problem.ts";
import type { ThreadTask } from "./threadTask.ts";

interface ThreadOptions {
  /** The module of the threads, and the function of it that does a task. */
  entry: string;
  run: string;
  threads: number;
  /** What a caller has reached that finds no thread in time. */
  limit: LimitName;
  /** Tasks of one owner at the same time, so that a slow one leaves a thread to others. */
  ofOwner: number;
  /** More ends the thread, not the server. */
  memoryMb: number;
  /** How long a task may take once its thread has begun. */
  withinMs: number;
  /** A thread without work ends, which frees its memory. */
  idleMs: number;
}

/** Whose task it is, such as the organization of a file, and what stops the work on it at once. */
export interface TaskOwner {
  key: string;
  signal?: AbortSignal | undefined;
}

const MOST_IN_QUEUE = 20;
const WAIT_MS = 10_000;
/** A thread loads its code first, which is no work on a task. */
const START_WITHIN_MS = 60_000;
const AGAIN_AFTER_SECONDS = 5;

/**
 * Does work in threads, so that no other request waits for it. A thread starts with the first task and ends
 * when idle.
 */
export class TaskThreads<Task, Results> {
  readonly #limiter = new ConcurrencyLimiter({ waitMs: WAIT_MS, mostInQueue: MOST_IN_QUEUE });
  readonly #pool: Piscina<ThreadTask<Task>>;
  readonly #options: ThreadOptions;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#pool = new Piscina({
      filename: options.entry,
      minThreads: 0,
      maxThreads: options.threads,
      idleTimeout: options.idleMs,
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    });
  }

  get started(): number {
    return this.#pool.threads.length;
  }

  /**
   * Throws OVERLOADED if no thread is free in time, or the thread does not finish in time; the reason of
   * `signal` if it aborts.
   */
  async run<Kind extends keyof Results>(
    task: Task & { kind: Kind },
    { key, signal }: TaskOwner,
  ): Promise<Results[Kind]> {
    const { limit, ofOwner, threads } = this.#options;
    const quotas: Quota[] = [
      { key, most: ofOwner, of: "caller", limit },
      { key: "threads", most: threads, of: "all", limit },
    ];
    return this.#limiter.run(key, quotas, { signal }, () => this.#inThread(task, signal));
  }

  async #inThread<Kind extends keyof Results>(
    task: Task & { kind: Kind },
    signal?: AbortSignal,
  ): Promise<Results[Kind]> {
    const { run, limit, withinMs } = this.#options;
    const { port1: beginning, port2: begins } = new MessageChannel();
    const late = new AbortController();
    const abort = () => late.abort();
    let timer = setTimeout(abort, START_WITHIN_MS);
    beginning.once("message", () => {
      clearTimeout(timer);
      timer = setTimeout(abort, withinMs);
    });
    try {
      return await this.#pool.run(
        { task, begins },
        {
          name: run,
          transferList: [begins],
          signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
        },
      );
    } catch (error) {
      if (signal?.aborted || !late.signal.aborted) throw error;
      throw limitReached("OVERLOADED", limit, AGAIN_AFTER_SECONDS);
    } finally {
      clearTimeout(timer);
      beginning.close();
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
