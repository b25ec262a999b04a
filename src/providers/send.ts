import { connectivity } from "./connectivity.ts";
import { isFromGateway } from "./gateway.ts";

/** No answer came: offline, refused, cut off. The code is the one the error catalogue knows. */
export class NetworkError extends Error {
  readonly code = "ERR_NETWORK";

  constructor() {
    super("Network Error");
    this.name = "NetworkError";
  }
}

/** An answer that is none of those hoped for; messageFor() reads it as it reads an HttpError. */
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

/** Asks ahead for what the area will ask for first, while its code is still on its way. */
export function sendEarly(url: string): void {
  const answer = receive(url, { headers: { Accept: "application/json" } });
  // Whoever asks for it hears of a failure.
  answer.catch(() => {});
  early.set(url, answer);
}

/** Fetches and reads the whole answer, whatever its status; throws only NetworkError or an abort. */
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

/** The answer to a request, which tells whether the server can be reached at all. */
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
