import type { Identifier } from "react-admin";
import type { adminEndpoints, staffEndpoints } from "../../../domain/api/areas.ts";
import type { AnswerOf, Sent } from "../../../domain/api/endpoint.ts";
import type { HttpClient } from "../http/httpClient.ts";
import type { OnUpload } from "../http/send.ts";
import { queryString } from "./listQuery.ts";

type Staff = typeof staffEndpoints;
type Admin = typeof adminEndpoints;

/** An endpoint of either area, such as `POST /contracts/{id}/terminate`. */
export type ApiKey = keyof Staff | keyof Admin;

/** If both areas have an endpoint, a call takes and returns the union of both. */
type Declared<Key> =
  | (Key extends keyof Staff ? Staff[Key] : never)
  | (Key extends keyof Admin ? Admin[Key] : never);

/** An endpoint whose answer is a file. */
export type FileKey = {
  [Key in ApiKey]: Declared<Key> extends { file: string } ? Key : never;
}[ApiKey];

export type ApiAnswer<Key extends ApiKey> = AnswerOf<Declared<Key>>;

interface Versioned<Content> {
  content: Content;
  version: number;
}

type PathValues<Key> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? { [N in Name]: Identifier } & PathValues<Rest>
  : unknown;

type QueryValue = string | number | boolean | readonly string[] | null | undefined;

type QueryOf<Query> = Query extends undefined
  ? unknown
  : { query?: { [Name in keyof Query]?: QueryValue } };

type NoFields = Record<never, never>;

/** Of a body that is a union too, without a union of requests. */
type BodyOf<Body> = [Body] extends [undefined]
  ? unknown
  : [NoFields] extends [Body]
    ? { body?: Body }
    : { body: Body };

type Parts<E> = QueryOf<Sent<E, "query">> &
  BodyOf<Sent<E, "body">> &
  (E extends { ifMatch: true | object } ? { ifMatch?: number } : unknown) &
  (E extends { lockToken: true } ? { lockToken?: string } : unknown) &
  (E extends { upload: object } ? { onUpload?: OnUpload } : unknown);

/** Path parameters by name, and the other parts of the request. Empty query values are omitted. */
export type ApiRequest<Key extends ApiKey> = PathValues<Key> & Parts<Declared<Key>> & Extras;

type Extras = {
  /** The same for all attempts of one submission (src/writes/submissions.ts). */
  idempotencyKey?: string;
  /** A write that no person requested, such as a heartbeat. */
  unasked?: boolean;
  signal?: AbortSignal;
  keepalive?: boolean;
};

type Rest<Request> = NoFields extends Request ? [request?: Request] : [request: Request];

/**
 * Calls an endpoint of the page's own area: `api("GET /contracts/{id}", { id })`. The types come
 * from the declarations in domain/api, which the browser does not load.
 */
type Api = <Key extends ApiKey>(
  key: Key,
  ...request: Rest<ApiRequest<Key>>
) => Promise<ApiAnswer<Key>>;

/** Like `Api`, with the version of the answer's ETag. */
type VersionedApi = <Key extends ApiKey>(
  key: Key,
  ...request: Rest<ApiRequest<Key>>
) => Promise<Versioned<ApiAnswer<Key>>>;

/** Like `Api`, for src/writes, which knows what a submission sends beside its request. */
type WriteApi = <Key extends ApiKey>(
  key: Key,
  request: ApiRequest<Key>,
  extras: Extras & { lockToken?: string },
) => Promise<ApiAnswer<Key>>;

export interface ApiMethods {
  api: Api;
  apiWithVersion: VersionedApi;
  write: WriteApi;
}

type AnyRequest = Extras & {
  [pathValue: string]: unknown;
  query?: Record<string, unknown>;
  body?: unknown;
  ifMatch?: number;
  lockToken?: string;
  onUpload?: OnUpload;
};

export function createApi(client: HttpClient): ApiMethods {
  const call = (key: string, request: AnyRequest = {}) => {
    const { query = {}, body, ifMatch, lockToken, idempotencyKey, unasked, ...rest } = request;
    const { onUpload, signal = null, keepalive = false, ...path } = rest;
    const [method = "", pattern = ""] = key.split(" ");
    const filled = filledPath(pattern, path);
    const search = queryString(query);
    return client(search ? `${filled}?${search}` : filled, {
      method,
      ...(body === undefined ? {} : { body: onUpload ? formOf(body) : JSON.stringify(body) }),
      ifMatch,
      lockToken,
      idempotencyKey,
      unasked,
      onUpload,
      signal,
      keepalive,
    });
  };
  return {
    api: async (key, request?: AnyRequest) => (await call(key, request)).json,
    write: async (key, request: AnyRequest, extras) =>
      (await call(key, { ...request, ...extras })).json,
    apiWithVersion: async (key, request?: AnyRequest) => {
      const { json, headers } = await call(key, request);
      return { content: json, version: versionIn(headers.get("etag") ?? "") };
    },
  };
}

/** The path of an endpoint: `/contracts/3` of `/contracts/{id}`. */
export function filledPath(pattern: string, values: Readonly<Record<string, unknown>>): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
}

function formOf(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(fields))) {
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

/** A proxy that compresses an answer weakens its ETag to W/"3". */
function versionIn(etag: string): number {
  return Number(/"(\d+)"/.exec(etag)?.[1]);
}
