import { connectivity } from "./connectivity.ts";
import { isFromGateway } from "./gateway.ts";

/** No answer: offline, connection refused or lost. The error catalogue knows this code. */
export class NetworkError extends Error {
  readonly code = "ERR_NETWORK";

  constructor() {
    super("Network Error");
    this.name = "NetworkError";
  }
}

/** An answer with an unexpected status. messageFor() reads it like an HttpError. */
export class ResponseError extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`HTTP ${status}`);
    this.name = "ResponseError";
  }
}

type Answer = Awaited<ReturnType<typeof receive>>;

const early = new Map<string, Promise<Answer>>();

/** Sends the first request of an area early, while its code loads. */
export function sendEarly(url: string): void {
  const answer = receive(url, { headers: { Accept: "application/json" } });
  // The caller that uses this answer handles its error.
  answer.catch(() => {});
  early.set(url, answer);
}

/** Fetches and reads the whole answer of any status. Throws only NetworkError or an abort. */
export function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const asked = (init.method ?? "GET") === "GET" ? early.get(url) : undefined;
  early.delete(url);
  return asked ?? receive(url, init);
}

async function receive(url: string, init: RequestInit) {
  const { response, body } = await answered(url, init);
  return { status: response.status, headers: response.headers, body, json: parsed(body) };
}

async function answered(url: string, init: RequestInit) {
  return reached(init, async () => {
    const response = await fetch(url, init);
    return { response, body: await response.text() };
  });
}

export async function reached<Answer extends { response: Response }>(
  { signal }: RequestInit,
  request: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await request();
    if (isFromGateway(answer.response)) connectivity.failed();
    else connectivity.answered();
    return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    connectivity.failed();
    throw new NetworkError();
  }
}

function parsed(body: string) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
