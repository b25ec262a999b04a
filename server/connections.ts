import type { Server } from "node:http";
import type { Socket } from "node:net";

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
    for (const [socket, connection] of this.#open) this.#closeIfIdle(socket, connection);
  }

  #closeIfIdle(socket: Socket, { requests, readWhenIdle }: Connection): void {
    if (requests === 0 && socket.bytesRead === readWhenIdle) socket.destroySoon();
  }
}
