import { once } from "node:events";
import type { Socket } from "node:net";

interface LaneAnswer {
  status: number;
  ms: number;
  /** The seconds of Retry-After; 0 without it. */
  retryAfter: number;
}

/** One connection, one request at a time; lighter than any client library. */
export class Lane {
  readonly opened: Promise<unknown>;
  readonly #socket: Socket;
  #heard = "";
  #answered: (status: number, retryAfter?: number) => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket.setEncoding("latin1").setNoDelay();
    this.opened = once(socket, "connect");
    socket.on("data", (part: string) => this.#hear(part));
    for (const end of ["error", "close"]) socket.on(end, () => this.#answered(0));
  }

  ask(request: string): Promise<LaneAnswer> {
    const began = performance.now();
    return new Promise((resolve) => {
      if (this.#socket.destroyed) resolve({ status: 0, ms: 0, retryAfter: 0 });
      this.#answered = (status, retryAfter = 0) =>
        resolve({ status, ms: performance.now() - began, retryAfter });
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear(part: string): void {
    this.#heard += part;
    const head = this.#heard.indexOf("\r\n\r\n");
    if (head < 0) return;
    const headers = this.#heard.slice(0, head);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1]);
    if (this.#heard.length < head + 4 + length) return;
    const status = Number(this.#heard.slice(9, 12));
    this.#heard = "";
    this.#answered(status, Number(/\r\nretry-after: (\d+)/i.exec(headers)?.[1] ?? 0));
  }
}
