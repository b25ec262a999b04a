import { type fetchUtils, HttpError } from "react-admin";
import { errors } from "../../i18n/ja/errors.ts";
import { crowd } from "../live/crowd.ts";
import type { OpenStream } from "../live/stream.ts";
import { messageFor } from "../problems/errorMessage.ts";
import { isUnattended } from "../signIn/attendance.ts";
import { apiBase, isAdminPath } from "./area.ts";
import { connectivity } from "./connectivity.ts";
import { type DownloadedFile, type Progress, readFile } from "./download.ts";
import { type OnUpload, ResponseError, reached, releaseHeader, send } from "./send.ts";

/** Options of a request besides those of fetch (docs/product/api.md#writes). */
export interface RequestExtras {
  ifMatch?: number | undefined;
  idempotencyKey?: string | undefined;
  lockToken?: string | undefined;
  /** A write that no person requested, such as a heartbeat. */
  unasked?: boolean | undefined;
  /** Hears how much of the body has left. */
  onUpload?: OnUpload | undefined;
}

type RequestOptions = fetchUtils.Options & RequestExtras;

/** Requests `path` of the page's own area. Throws HttpError with the problem as body. */
export type HttpClient = (
  path: string,
  options?: RequestOptions,
) => ReturnType<typeof fetchUtils.fetchJson>;

/** `null` if the user is not signed in. Not called in the admin area. */
type CurrentToken = () => Promise<string | null>;

export function createHttpClient(currentToken: CurrentToken): HttpClient {
  return async (path, options = {}) => {
    const { ifMatch, idempotencyKey, lockToken, unasked, onUpload, user: _, ...init } = options;
    const headers = requestHeaders(options);
    const isAskedWrite = isWrite(path, init.method) && !unasked;
    if (isAskedWrite) {
      connectivity.press();
      crowd.wrote();
    }
    const url = await addressed(path, headers, currentToken);
    const answer = await send(url, { ...init, headers }, onUpload);
    if (answer.status < 200 || answer.status >= 300) throw problemOf(answer, answer.json);
    if (isAskedWrite) connectivity.saved();
    return answer;
  };
}

/** A POST of these names tells what a change would do and changes nothing, which a test holds. */
const QUESTION = /(?<!\/domains)\/(check|preview|readings|candidates)$/;

function isWrite(path: string, method = "GET"): boolean {
  return method !== "GET" && !QUESTION.test(path);
}

/**
 * Opens the stream of events (docs/product/api.md#live-changes). EventSource cannot send the token.
 */
export function createStreamOpener(currentToken: CurrentToken): OpenStream {
  return async (signal) => {
    const headers = new Headers({ Accept: "text/event-stream" });
    const url = await addressed("/events", headers, currentToken);
    const init: RequestInit = { headers, signal, cache: "no-store" };
    const { response } = await reached(init, async () => ({ response: await fetch(url, init) }));
    if (response.status !== 200) throw new ResponseError(response.status, null);
    return response;
  };
}

/** Requests a file from `path` of the page's own area. Throws as HttpClient does. */
export type Downloader = (
  path: string,
  options: { signal: AbortSignal; onProgress: (progress: Progress) => void },
) => Promise<DownloadedFile>;

export function createDownloader(currentToken: CurrentToken): Downloader {
  return async (path, { signal, onProgress }) => {
    const headers = new Headers({ Accept: "text/csv, text/plain, application/problem+json" });
    const url = await addressed(path, headers, currentToken);
    const init: RequestInit = { headers, signal, cache: "no-store" };
    const { response } = await reached(init, async () => ({ response: await fetch(url, init) }));
    if (response.status === 200) return readFile(response, signal, onProgress);
    throw problemOf(response, await response.json().catch(() => undefined));
  };
}

/** An answer as an error, with the time that a refusal names in seconds (retryAfterMs). */
function problemOf({ status, headers }: Pick<Response, "status" | "headers">, body: unknown) {
  const error = new HttpError(messageFor({ status, body }), status, body);
  const retryAfter = headers.get("retry-after") ?? "";
  return Object.assign(error, /^\d+$/.test(retryAfter) ? { retryAfterSeconds: +retryAfter } : {});
}

/** The URL of `path` in the page's own area. Adds its credential to the headers. */
async function addressed(path: string, headers: Headers, currentToken: CurrentToken) {
  const { pathname } = window.location;
  if (isUnattended()) headers.set("X-Unattended", "true");
  if (!isAdminPath(pathname)) {
    const token = await currentToken();
    if (!token) throw new Error(errors.noToken);
    headers.set("Authorization", `Bearer ${token}`);
  }
  return apiBase(pathname) + path;
}

function requestHeaders(options: RequestOptions): Headers {
  const headers = new Headers(options.headers);
  headers.set("Accept", "application/json");
  if (typeof options.body === "string") headers.set("Content-Type", "application/json");
  // ra-data-simple-rest sends a media type with DELETE, which has no body.
  if (!options.body) headers.delete("Content-Type");
  if (options.ifMatch !== undefined) headers.set("If-Match", `"${options.ifMatch}"`);
  if (options.idempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey);
  if (options.lockToken) headers.set("X-Lock-Token", options.lockToken);
  if (options.body) headers.set(...releaseHeader);
  return headers;
}
