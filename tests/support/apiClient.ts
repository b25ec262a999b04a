import type { FastifyInstance, InjectOptions } from "fastify";

/** What a test looks at in an answer. `body` is the parsed JSON, or the text where it is none. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: unknown;
  text: string;
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
    options: Omit<InjectOptions, "url"> = {},
  ): Promise<Answer> {
    const response = await this.#app.inject({
      ...options,
      method,
      url,
      remoteAddress: this.address,
      headers: { ...(await this.#credentials()), ...options.headers },
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parsed(response.body),
      text: response.body,
    };
  }
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
