import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Connections } from "./connections.ts";

const GRACE_MS = 10_000;
/** npm forwards a Ctrl-C that the terminal has already sent to the server. */
const SAME_SIGNAL_MS = 500;

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

type Close = () => Promise<void>;

export class Shutdown {
  readonly #closers: Close[] = [];
  #askedAt: number | undefined;
  #drain: { begin: () => void; seconds: number } | undefined;

  get asked(): boolean {
    return this.#askedAt !== undefined;
  }

  add(close: Close): void {
    this.#closers.push(close);
  }

  /** Between the first signal and the closing, for so long, requests are still answered. */
  drainFor(seconds: number, begin: () => void): void {
    this.#drain = { begin, seconds };
  }

  /** The first signal waits for the start, drains, closes and exits with 0; the second exits at once. */
  onSignals(started: Promise<unknown>): void {
    for (const [signal, code] of Object.entries(exitCodes)) {
      process.on(signal, () => {
        if (this.#askedAt === undefined) {
          this.#askedAt = Date.now();
          void this.#end(started);
        } else if (Date.now() - this.#askedAt > SAME_SIGNAL_MS) {
          process.exit(code);
        }
      });
    }
  }

  async #end(started: Promise<unknown>): Promise<void> {
    await within(
      GRACE_MS,
      started.catch(() => {}),
    );
    if (this.#drain && this.#drain.seconds > 0) {
      this.#drain.begin();
      await pause(this.#drain.seconds * 1_000);
    }
    await this.closeAll();
    process.exit(0);
  }

  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) {
      await within(
        GRACE_MS + 1_000,
        close().catch((error: unknown) => console.error(error)),
      );
    }
  }
}

/** Resolves with whether `work` was done in time; late work continues. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets running requests finish within the grace period. Call it before the server listens. */
export function closeServer(app: { close(): PromiseLike<unknown>; server: Server }): Close {
  const connections = new Connections(app.server);
  return async () => {
    const closed = Promise.resolve(app.close());
    connections.closeIdle();
    if (await within(GRACE_MS, closed)) return;
    app.server.closeAllConnections();
    await within(1_000, closed);
  };
}
