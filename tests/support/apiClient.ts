import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { bySomebodyElse } from "./outsideTransactions.ts";

/** What a test looks at in an answer. `body` is the parsed JSON, or the text where it is none. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: unknown;
  text: string;
}

interface SendOptions extends Omit<InjectOptions, "url"> {
  /** Leaves an answer that stays open once its head is there. */
  leaveStreams?: boolean;
}

type Headers = Record<string, string>;
type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE" | "HEAD" | "OPTIONS";

/** Speaks to the app as one person, with whatever that person sends along. */
export class ApiClient {
  readonly #app: FastifyInstance;
  readonly #credentials: () => Promise<Headers>;
  /** An address of its own, so that clients do not use up each other's rate. */
  readonly address: string;

  constructor(app: FastifyInstance, credentials: () => Promise<Headers>, address = nextAddress()) {
    this.#app = app;
    this.#credentials = credentials;
    this.address = address;
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
    const response = await bySomebodyElse(async () =>
      this.#app.inject({
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
