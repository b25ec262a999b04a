import { takeEarly } from "../start/early.ts";
import { connectivity, isFromGateway } from "./connectivity.ts";

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

/**
 * The header that goes with a body: a copy of another release then knows why it does not know a field
 * (docs/product/api.md#writes).
 */
export const releaseHeader = ["X-Console-Version", String(import.meta.env.VITE_VERSION)] as const;

type Answer = Awaited<ReturnType<typeof receive>>;

/** Fetches and reads the whole answer of any status. Throws only NetworkError or an abort. */
export function send(url: string, init: RequestInit = {}, onUpload?: OnUpload): Promise<Answer> {
  if (onUpload) return receive(init, () => watchedFetch(url, init, onUpload));
  const early = (init.method ?? "GET") === "GET" ? takeEarly(url) : undefined;
  return receive(init, () => early ?? fetch(url, init));
}

async function receive(init: RequestInit, request: () => Promise<Response>) {
  const { response, body } = await reached(init, async () => {
    const response = await request();
    return { response, body: await response.text() };
  });
  return { status: response.status, headers: response.headers, body, json: parsed(body) };
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

/** The module that `load` imports when it is needed. Throws NetworkError where it does not come. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    throw new NetworkError();
  }
}

/** How much of a file has left, between 0 and 1. */
export type OnUpload = (share: number) => void;

/** fetch for one upload whose progress is shown, which fetch itself does not report. */
function watchedFetch(url: string, init: RequestInit, onUpload: OnUpload) {
  const { method = "GET", body, headers, signal } = init;
  return new Promise<Response>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onUpload(loaded / total);
    });
    request.addEventListener("load", () => resolve(answerOf(request)));
    request.addEventListener("error", () => reject(new TypeError("the upload was interrupted")));
    request.addEventListener("abort", () => reject(signal?.reason));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body instanceof FormData ? body : null);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader("content-type");
  return new Response(request.responseText, {
    status: request.status,
    ...(type ? { headers: { "Content-Type": type } } : {}),
  });
}
