import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { byAnotherUser } from "./outsideTransactions.ts";

/** The parts of an answer that tests check. `body` is the parsed JSON, or the text. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: unknown;
  text: string;
}

interface SendOptions extends Omit<InjectOptions, "url"> {
  /** Leaves a stream after its headers. */
  leaveStreams?: boolean;
}

type Headers = Record<string, string>;
type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "HEAD" | "OPTIONS";

/** Sends requests to the app as one person. */
export class ApiClient {
  readonly #app: () => FastifyInstance;
  readonly #credentials: () => Promise<Headers>;
  /** Its own address, so that clients do not share a rate limit. */
  readonly address: string;

  /** The app, or where it will be once the client sends. */
  constructor(
    app: FastifyInstance | (() => FastifyInstance),
    credentials: () => Promise<Headers>,
    address = nextAddress(),
  ) {
    this.#app = typeof app === "function" ? app : () => app;
    this.#credentials = credentials;
    this.address = address;
  }

  /** For a request over the wire. */
  credentials(): Promise<Headers> {
    return this.#credentials();
  }

  get(url: string, headers: Headers = {}) {
    return this.send("GET", url, { headers });
  }
  post(url: string, body?: unknown, headers: Headers = {}) {
    return this.send("POST", url, json(body, headers));
  }
  patch(url: string, body?: unknown, headers: Headers = {}) {
    return this.send("PATCH", url, json(body, headers));
  }
  put(url: string, body?: unknown, headers: Headers = {}) {
    return this.send("PUT", url, json(body, headers));
  }
  delete(url: string, headers: Headers = {}) {
    return this.send("DELETE", url, { headers });
  }

  async send(
    method: Method,
    url: string,
    { leaveStreams = false, ...options }: SendOptions = {},
  ): Promise<Answer> {
    const response = await byAnotherUser(async () =>
      this.#app().inject({
        ...options,
        method,
        url,
        remoteAddress: this.address,
        headers: { ...(await this.#credentials()), ...options.headers },
        payloadAsStream: leaveStreams,
      }),
    );
    const { statusCode: status, headers } = response;
    const text = leaveStreams ? await readUnlessOpen(response) : response.body;
    return { status, headers, body: parsed(text), text };
  }
}

async function readUnlessOpen(response: LightMyRequestResponse): Promise<string> {
  const stream = response.stream();
  if (response.headers["content-type"] === "text/event-stream") {
    stream.destroy();
    return "";
  }
  return (await stream.toArray()).join("");
}

function json(body: unknown, headers: Headers): Pick<InjectOptions, "payload" | "headers"> {
  if (body === undefined) return { headers };
  return {
    payload: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

let addresses = 0;

function nextAddress(): string {
  addresses += 1;
  return `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}
