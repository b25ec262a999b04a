import { Piscina } from "piscina";
import type { LimitName } from "../../domain/problems/limits.ts";
import { ConcurrencyLimiter, type Quota } from "../limiter/concurrencyLimiter.ts";

interface ThreadOptions {
  /** The file that a thread loads, and the function of it that does a task. */
  file: string;
  run: string;
  threads: number;
  /** What a caller has reached that finds no thread in time. */
  limit: LimitName;
  /** Tasks of one owner at the same time, so that a slow one leaves a thread to others. */
  ofOwner: number;
  /** More ends the thread, not the server. */
  memoryMb: number;
  /** A task that takes longer is stopped. */
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

/**
 * Does work in threads, so that no other request waits for it. A thread starts with the first task and ends
 * when idle.
 */
export class TaskThreads<Task, Results> {
  readonly #limiter = new ConcurrencyLimiter({ waitMs: WAIT_MS, mostInQueue: MOST_IN_QUEUE });
  readonly #pool: Piscina;
  readonly #options: ThreadOptions;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#pool = new Piscina({
      filename: options.file,
      minThreads: 0,
      maxThreads: options.threads,
      idleTimeout: options.idleMs,
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    });
  }

  /** How many threads there are now. */
  get started(): number {
    return this.#pool.threads.length;
  }

  /** Throws OVERLOADED if no thread is free in time. */
  async run<Kind extends keyof Results>(
    task: Task & { kind: Kind },
    { key, signal }: TaskOwner,
  ): Promise<Results[Kind]> {
    const { limit, ofOwner, threads, withinMs, run } = this.#options;
    const quotas: Quota[] = [
      { key, most: ofOwner, of: "caller", limit },
      { key: "threads", most: threads, of: "all", limit },
    ];
    return this.#limiter.run(key, quotas, { signal }, () => {
      const timeout = AbortSignal.timeout(withinMs);
      return this.#pool.run(task, {
        name: run,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    });
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** Whether a task used up its time or memory. */
export function isExhausted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === "AbortError" || ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
  );
}
