import type { z } from "zod";
import type { Access } from "../access.ts";
import type { ProblemCode } from "../problem.ts";

/** The staff area is served below /api/v1, the admin area below /admin/api/v1. */
export type Area = "staff" | "admin";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Method and path below the area's base path: `PATCH /contracts/{id}`. */
type EndpointKey = `${Method} /${string}`;

/** One operation of the HTTP API; the server, its documentation and the browser's client follow it. */
export interface Endpoint<In extends Area = Area> {
  area: In;
  /** Who may call it. */
  access: Access;
  /** Unique over both areas; the name of the call in generated clients. */
  operationId: string;
  summary: string;
  /** What the summary and the schemas do not say. */
  description?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Bytes of a body; 64 kB without. */
  bodyLimit?: number;
  /** The one success there is, by its status; `null` without a body. */
  answers: Answers;
  /** The answer carries the version of its record as ETag. */
  etag?: true;
  /** Honours If-Match: 412 with the current record where that has another version. */
  ifMatch?: true;
  /** Honours X-Lock-Token: 423 where somebody else holds the lock, or the own one is lost. */
  lockToken?: true;
  /** A POST honours Idempotency-Key; `false` where its answer holds a secret or sets a cookie. */
  idempotencyKey?: false;
  /** The answer is a stream of server-sent events, which keeps no session alive. */
  stream?: true;
  /** How often one address may call it in a minute, besides the limits for all requests. */
  callsPerMinute?: number;
  /** What it answers beyond what any endpoint of its kind can. */
  problems?: readonly ProblemCode[];
}

type Answers = { 200: z.ZodType } | { 201: z.ZodType } | { 204: null };

export type Endpoints<In extends Area = Area> = Readonly<Record<EndpointKey, Endpoint<In>>>;

type SchemaAt<E, Part extends string> = E extends { [P in Part]: infer S extends z.ZodType }
  ? S
  : undefined;

/** What a part of a request is once it has been checked; `undefined` where nothing is declared. */
export type Checked<E, Part extends "params" | "query" | "body"> =
  SchemaAt<E, Part> extends z.ZodType ? z.output<SchemaAt<E, Part>> : undefined;

/** What a caller sends as a part of a request. */
export type Sent<E, Part extends "params" | "query" | "body"> =
  SchemaAt<E, Part> extends z.ZodType ? z.input<SchemaAt<E, Part>> : undefined;

/** The body of a success; `undefined` where there is none. */
export type AnswerOf<E extends { answers: object }> =
  E["answers"][keyof E["answers"]] extends infer S
    ? S extends z.ZodType
      ? z.output<S>
      : undefined
    : never;

/** The status of a success. */
export function successStatus({ answers }: Pick<Endpoint, "answers">): number {
  return Number(Object.keys(answers)[0]);
}
