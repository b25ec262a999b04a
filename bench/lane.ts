import { once } from "node:events";
import type { Socket } from "node:net";

/** One connection, one request at a time; lighter than any client library. */
export class Lane {
  readonly opened: Promise<unknown>;
  readonly #socket: Socket;
  #heard = "";
  #answered: (status: number) => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket.setEncoding("latin1").setNoDelay();
    this.opened = once(socket, "connect");
    socket.on("data", (part: string) => this.#hear(part));
    for (const end of ["error", "close"]) socket.on(end, () => this.#answered(0));
  }

  async ask(request: string): Promise<{ status: number; ms: number }> {
    const began = performance.now();
    const status = await new Promise<number>((resolve) => {
      this.#answered = resolve;
      this.#socket.write(request);
    });
    return { status, ms: performance.now() - began };
  }

  close(): void {
    this.#socket.destroy();
  }

  #hear(part: string): void {
    this.#heard += part;
    const head = this.#heard.indexOf("\r\n\r\n");
    if (head < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#heard.slice(0, head))?.[1]);
    if (this.#heard.length < head + 4 + length) return;
    const status = Number(this.#heard.slice(9, 12));
    this.#heard = "";
    this.#answered(status);
  }
}
