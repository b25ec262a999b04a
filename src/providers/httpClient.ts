import { type fetchUtils, HttpError } from "ra-core";
import { errors } from "../i18n/ja/errors.ts";
import { apiBase, isAdminPath } from "./area.ts";
import { messageFor } from "./errorMessage.ts";
import { send } from "./send.ts";

/** What a request may say beyond fetch (design 3, Writes; 5, Lock). */
export interface RequestExtras {
  /** Version of the record that the write starts from. */
  ifMatch?: number;
  idempotencyKey?: string;
  lockToken?: string;
}

export type RequestOptions = fetchUtils.Options & RequestExtras;

/** Calls `path` below the API of the page's own area; throws HttpError with the problem as body. */
export type HttpClient = (
  path: string,
  options?: RequestOptions,
) => ReturnType<typeof fetchUtils.fetchJson>;

/** `currentToken` answers null when nobody is signed in; it is never asked in the admin area. */
export function createHttpClient(currentToken: () => Promise<string | null>): HttpClient {
  return async (path, options = {}) => {
    const { ifMatch, idempotencyKey, lockToken, user: _, ...init } = options;
    const { pathname } = window.location;
    const headers = requestHeaders(options);
    if (!isAdminPath(pathname)) {
      headers.set("Authorization", `Bearer ${await tokenOrFailure(currentToken)}`);
    }
    const answer = await send(apiBase(pathname) + path, { ...init, headers });
    if (answer.status >= 200 && answer.status < 300) return answer;
    const { status, json: body } = answer;
    throw new HttpError(messageFor({ status, body }), status, body);
  };
}

async function tokenOrFailure(currentToken: () => Promise<string | null>): Promise<string> {
  const token = await currentToken();
  if (!token) throw new Error(errors.noToken);
  return token;
}

function requestHeaders(options: RequestOptions): Headers {
  const headers = new Headers(options.headers);
  headers.set("Accept", "application/json");
  if (typeof options.body === "string") headers.set("Content-Type", "application/json");
  // Without a body a media type would be a lie; ra-data-simple-rest sends one with DELETE.
  if (!options.body) headers.delete("Content-Type");
  if (options.ifMatch !== undefined) headers.set("If-Match", `"${options.ifMatch}"`);
  if (options.idempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey);
  if (options.lockToken) headers.set("X-Lock-Token", options.lockToken);
  return headers;
}
