import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { idTokenOf } from "../process/adminClient.ts";

export interface Answered {
  status: number;
  retryAfter: string | null;
  body: unknown;
}

/** A person or program of the demo data with all the connections that it wants. */
export class Attacker {
  readonly #address: string;
  readonly #authorization: string;
  readonly #open = new Set<Socket>();

  static async signedIn(address: string, email: string): Promise<Attacker> {
    return new Attacker(address, await idTokenOf(address, email));
  }

  constructor(address: string, token: string) {
    this.#address = address;
    this.#authorization = `Bearer ${token}`;
  }

  /** `path` is below /api/v1. */
  async send(method: string, path: string, body?: unknown, headers = {}): Promise<Answered> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.#address}/api/v1${path}`, {
      method,
      headers: {
        authorization: this.#authorization,
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      body: isJson ? JSON.parse(text) : text,
    };
  }

  /** An upload that stops after the head of its file. */
  async halfAnUpload(path: string): Promise<void> {
    const boundary = randomUUID();
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
    const socket = await this.#connect();
    socket.write(
      this.#head("POST", path, {
        "content-type": `multipart/form-data; boundary=${boundary}`,
        "content-length": "500",
      }) + part,
    );
  }

  /** A GET whose answer is not read beyond its head; resolves to the status. */
  async unread(path: string): Promise<number> {
    const socket = await this.#connect();
    socket.write(this.#head("GET", path, {}));
    const [head]: Buffer[] = await once(socket, "data");
    socket.pause();
    return Number(head?.toString("latin1").split(" ")[1]);
  }

  /** Hangs up on all connections that are still open. */
  leave(): void {
    for (const socket of this.#open) socket.destroy();
    this.#open.clear();
  }

  async #connect(): Promise<Socket> {
    const { hostname, port } = new URL(this.#address);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("error", () => {});
    this.#open.add(socket);
    await once(socket, "connect");
    return socket;
  }

  #head(method: string, path: string, headers: Record<string, string>): string {
    const all = { host: "localhost", authorization: this.#authorization, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    return `${method} /api/v1${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  }
}
