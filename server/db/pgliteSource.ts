import { EventEmitter, once } from "node:events";
import { Worker } from "node:worker_threads";
import { type ChannelListener, type ListeningSource, listenTo } from "./notifications.ts";
import { isDiskFull, openingError, runningError } from "./pgliteError.ts";
import {
  type PgliteAbort,
  type PgliteAnswer,
  type PgliteHooks,
  type PgliteNotice,
  type PgliteOptions,
  type PgliteRequest,
  type PgliteWorkerData,
  stateOfDirectory,
} from "./pgliteProtocol.ts";
import type { Session, SessionQuery } from "./session.ts";

export interface PgliteSource extends ListeningSource {
  dump(): Promise<Uint8Array>;
}

export async function openPglite(
  options: PgliteOptions,
  hooks?: PgliteHooks,
): Promise<PgliteSource> {
  const thread = await PgliteThread.open(options, hooks);
  let lastHolder = Promise.resolve();
  let holders = 0;
  const acquire = () => {
    let free = () => {};
    holders += 1;
    const session: Session = {
      query: async <R>({ sql, parameters }: SessionQuery) => {
        const { rows, affectedRows } = await thread.query<R>(sql, parameters);
        return { rows, numAffectedRows: BigInt(affectedRows) };
      },
      release: () => {
        holders -= 1;
        free();
      },
    };
    const turn = lastHolder.then(() => session);
    lastHolder = lastHolder.then(
      () =>
        new Promise((resolve) => {
          free = resolve;
        }),
    );
    return turn;
  };
  return {
    acquire,
    // One session, which is lent to one after the other.
    state: () => ({
      connections: 1,
      idle: holders === 0 ? 1 : 0,
      waiting: Math.max(0, holders - 1),
    }),
    listen: async (channel, listener) => {
      // In its own session turn: the rollback of a running transaction would undo the LISTEN.
      const session = await acquire();
      try {
        thread.addListener(channel, listener);
        await session.query({ sql: listenTo(channel), parameters: [] });
      } catch (error) {
        thread.removeListener(listener);
        throw error;
      } finally {
        session.release(false);
      }
      return async () => thread.removeListener(listener);
    },
    // Between two transactions, and written out, so that it opens without recovery.
    dump: async () => {
      const session = await acquire();
      try {
        await session.query({ sql: "checkpoint", parameters: [] });
        return await thread.dump();
      } finally {
        session.release(false);
      }
    },
    close: () => thread.close(),
  };
}

interface PgliteRows<R> {
  rows: R[];
  affectedRows: number;
}

class PgliteThread {
  readonly #worker: Worker;
  /** Each answer is emitted under its id; the end of the thread is an "error" for all who wait. */
  readonly #answers = new EventEmitter().setMaxListeners(0);
  readonly #listeners = new Map<ChannelListener, string>();
  #lastId = 0;
  #gone: Error | undefined;
  #onError: ((error: unknown) => void) | undefined;

  static async open(options: PgliteOptions, hooks: PgliteHooks = {}): Promise<PgliteThread> {
    const { dataDir } = options;
    const isAbsent = dataDir !== ":memory:" && (await stateOfDirectory(dataDir)) === "absent";
    const thread = new PgliteThread({ ...options, isAbsent });
    try {
      await once(thread.#answers, "0");
    } catch (error) {
      throw openingError(dataDir, error instanceof Error ? error.cause : error);
    }
    thread.#onError = (error) => hooks.onError?.(runningError(dataDir, error));
    return thread;
  }

  private constructor(options: PgliteWorkerData) {
    this.#worker = startWorker(options);
    this.#worker.on("message", (message: PgliteAnswer | PgliteNotice | PgliteAbort) => {
      if ("aborted" in message) this.#end(new Error("it aborted during a statement"));
      else if ("channel" in message) this.#pass(message);
      else this.#answers.emit(String(message.id), message);
    });
    this.#worker.on("error", (error) => this.#end(error));
    this.#worker.on("exit", () => this.#end(new Error("its thread has ended")));
  }

  async query<R>(sql: string, parameters: readonly unknown[]): Promise<PgliteRows<R>> {
    const answer = await this.#ask<R>((id) => ({ id, kind: "query", sql, parameters }));
    return { rows: answer.rows ?? [], affectedRows: answer.affectedRows ?? 0 };
  }

  async dump(): Promise<Uint8Array> {
    const { dump } = await this.#ask((id) => ({ id, kind: "dump" }));
    return dump ?? new Uint8Array();
  }

  addListener(channel: string, listener: ChannelListener): void {
    this.#listeners.set(listener, channel);
  }

  removeListener(listener: ChannelListener): void {
    this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#gone) return;
    try {
      await this.#ask((id) => ({ id, kind: "close" }));
    } finally {
      this.#gone = connectionLost("the embedded database is closed");
      await this.#worker.terminate();
    }
  }

  async #ask<R>(request: (id: number) => PgliteRequest): Promise<PgliteAnswer<R>> {
    if (this.#gone) throw this.#gone;
    this.#lastId += 1;
    const id = this.#lastId;
    this.#worker.postMessage(request(id));
    const answers: PgliteAnswer<R>[] = await once(this.#answers, String(id));
    const [answer = { id }] = answers;
    if (!answer.error) return answer;
    if (isDiskFull(answer.error)) this.#fail(answer.error);
    throw Object.assign(new Error(), answer.error);
  }

  #pass({ channel, payload }: PgliteNotice): void {
    for (const [listener, wanted] of this.#listeners)
      if (wanted === channel) listener.onMessage(payload);
  }

  #fail(error: unknown): void {
    this.#onError?.(error);
    this.#onError = undefined;
  }

  /** An error of PGlite's file system is not an Error and has no message. */
  #end(error: unknown): void {
    if (!this.#gone) this.#fail(error);
    this.#gone ??= connectionLost(error instanceof Error ? error.message : "", error);
    for (const listener of this.#listeners.keys()) listener.onLost();
    this.#listeners.clear();
    if (this.#answers.listenerCount("error") > 0) this.#answers.emit("error", this.#gone);
  }
}

/** Has the SQLSTATE of a lost connection, so that callers handle both engines alike. */
function connectionLost(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: "08006" });
}

function startWorker(workerData: PgliteWorkerData): Worker {
  const entry = import.meta.url.endsWith(".ts") ? "pgliteWorkerFromSource.mjs" : "pgliteWorker.js";
  return new Worker(new URL(`./${entry}`, import.meta.url), { workerData });
}
