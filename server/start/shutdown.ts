import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A client that sends a request does not pause for so long; a half-sent head has no answer to wait for. */
const HALF_SENT_MS = 2_000;

interface Connection {
  requests: number;
  /** Bytes read when it was last idle; more means that a request has started. */
  readWhenIdle: number;
}

/** Closes connections that Node leaves open: unused ones, and those that become idle later. */
class Connections {
  readonly #open = new Map<Socket, Connection>();
  #closing = false;

  constructor(server: Server) {
    server.on("connection", (socket) => {
      this.#open.set(socket, { requests: 0, readWhenIdle: 0 });
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("request", ({ socket }, response) => {
      const connection = this.#open.get(socket);
      if (!connection) return;
      connection.requests += 1;
      response.once("close", () => {
        connection.requests -= 1;
        connection.readWhenIdle = socket.bytesRead;
        if (this.#closing) this.#closeIfIdle(socket, connection);
      });
    });
  }

  closeIdle(): void {
    this.#closing = true;
    for (const [socket, connection] of this.#open) {
      this.#closeIfIdle(socket, connection);
      this.#closeWhenStalled(socket, connection);
    }
  }

  /** Closes a connection that sends no more of the head which it has begun. */
  #closeWhenStalled(socket: Socket, connection: Connection): void {
    let read = socket.bytesRead;
    const timer = setInterval(() => {
      const isStalled = connection.requests === 0 && socket.bytesRead === read;
      read = socket.bytesRead;
      if (isStalled) socket.destroySoon();
    }, HALF_SENT_MS).unref();
    socket.once("close", () => clearInterval(timer));
  }

  #closeIfIdle(socket: Socket, { requests, readWhenIdle }: Connection): void {
    if (requests === 0 && socket.bytesRead === readWhenIdle) socket.destroySoon();
  }
}

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
