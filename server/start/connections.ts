import type { Server } from "node:http";
import type { Socket } from "node:net";

/** A client that sends a request does not pause for so long; a half-sent head has no answer to wait for. */
const HALF_SENT_MS = 2_000;

interface Connection {
  requests: number;
  /** Bytes read when it was last idle; more means that a request has started. */
  readWhenIdle: number;
}

/** Closes connections that Node leaves open: unused ones, and those that become idle later. */
export class Connections {
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
