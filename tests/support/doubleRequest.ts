import { z } from "zod";
import type { Checked, Endpoint } from "../../domain/api/endpoint.ts";

/** A request as it was sent. */
export interface Call {
  /** The endpoint, such as `GET /contracts/{id}`. */
  key: string;
  method: string;
  /** Below the base path of the area. */
  path: string;
  query: Record<string, string>;
  headers: Headers;
  ifMatch: string | null;
  body: unknown;
}

/** A request as its endpoint understands it. */
export interface Asked<E> {
  params: Checked<E, "params">;
  query: Checked<E, "query">;
  body: Checked<E, "body">;
  headers: Headers;
  /** Ends with the request. */
  signal: AbortSignal;
}

export type Sent = Omit<Call, "key"> & { signal: AbortSignal };

export async function callOf(request: Request, base: string): Promise<Sent> {
  const { pathname, searchParams } = new URL(request.url);
  const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data");
  const text = isForm ? "" : await request.text();
  return {
    method: request.method,
    path: pathname.slice(base.length),
    query: Object.fromEntries(searchParams),
    headers: request.headers,
    ifMatch: request.headers.get("if-match"),
    body: isForm ? Object.fromEntries(await request.formData()) : jsonOf(text),
    signal: request.signal,
  };
}

function jsonOf(text: string): unknown {
  return text === "" ? undefined : JSON.parse(text);
}

/** The key that a request belongs to, as the server's router finds it; else method and path. */
export function keyOf({ method, path }: Sent, keys: readonly string[]): string {
  const asked = `${method} ${path}`;
  const parameters = (key: string) => key.split("{").length;
  const [found] = keys
    .filter((key) => pattern(key).test(asked))
    .sort((one, other) => parameters(one) - parameters(other));
  return found ?? asked;
}

function pattern(key: string): RegExp {
  return new RegExp(`^${key.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

/** Reads a request by the schemas of its declaration; throws where the server would refuse it. */
export function askedOf<E extends Endpoint>(key: string, sent: Sent, endpoint: E): Asked<E> {
  const { method, path, query, headers, body, signal } = sent;
  const groups = Object.entries(pattern(key).exec(`${method} ${path}`)?.groups ?? {});
  const params = Object.fromEntries(groups.map(([name, text]) => [name, decodeURIComponent(text)]));
  return {
    params: checked("path", endpoint.params, params) as Checked<E, "params">,
    query: checked("query", endpoint.query, query) as Checked<E, "query">,
    body: checked("body", endpoint.body, endpoint.body ? (body ?? {}) : body) as Checked<E, "body">,
    headers,
    signal,
  };
}

function checked(part: string, schema: z.ZodType | undefined, value: unknown): unknown {
  const result = (schema ?? nothing).safeParse(value);
  if (result.success) return schema && result.data;
  throw new Error(
    `the server refuses the ${part} ${JSON.stringify(value)}:\n${z.prettifyError(result.error)}`,
  );
}

/** Where nothing is declared, nothing is to be sent. */
const nothing = z.strictObject({}).optional();
