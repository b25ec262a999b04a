import type { z } from "zod";
import type { Access } from "../access.ts";
import type { ProblemCode } from "../problems/codes.ts";

/** The staff area is served below /api/v1, the admin area below /admin/api/v1. */
export type Area = "staff" | "admin";

/** What is served by declared endpoints: the areas of people, and /scim/v2 for directories. */
export type ServedArea = Area | "scim";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Method and path below the area's base path, such as `PATCH /contracts/{id}`. */
type EndpointKey = `${Method} /${string}`;

/** One operation of the HTTP API, followed by the server, its documentation and the client. */
export interface Endpoint<In extends ServedArea = ServedArea> {
  area: In;
  access: Access;
  /** Unique in both areas. Generated clients name the call by it. */
  operationId: string;
  summary: string;
  /** What the summary and the schemas do not say. */
  description?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Maximum size of the body in bytes; 64 kB by default. */
  bodyLimit?: number;
  /** The body is multipart/form-data with one `file` of at most so many bytes; 431 beyond them. */
  upload?: {
    readonly bytes: number;
    /** Of another field; 150 by default. */
    readonly fieldBytes?: number;
  };
  /** The most elements of a list in the body, by its field; answers 431 before it checks them. */
  mostItems?: Readonly<Record<string, number>>;
  /** The schema of the one success answer, by its status; `null` for an answer without a body. */
  answers: Answers;
  /** The answer carries the version of its record as ETag. */
  etag?: true;
  /**
   * Accepts If-Match. Answers 412 with the current record if its version is another: the record of
   * the answer, or of this schema.
   */
  ifMatch?: true | z.ZodType;
  /** Accepts X-Lock-Token. Answers 423 if another user or tab holds the lock, or it is lost. */
  lockToken?: true;
  /**
   * POST accepts Idempotency-Key; `false` if a repeat does no harm, or the answer sets a cookie. The
   * answer of a `secret` one is given once: a repeat is 422 SECRET_TOLD.
   */
  idempotencyKey?: false | "secret";
  /** Live screens read it again by themselves, which is no use of a sign-in where nobody is at the screen. */
  live?: true;
  /** The answer is a stream of server-sent events. It does not extend a session. */
  stream?: true;
  /** The answer is a file, named in Content-Disposition; X-Total-Count counts its rows. */
  file?: "text/csv" | "text/plain";
  /**
   * The answer is a text of one of these media types, here with their schemas. It has an ETag of its
   * own, and If-None-Match with it is answered by 304.
   */
  media?: Readonly<Record<string, z.ZodType>>;
  /**
   * Keeps a connection or a thread busy for long, always or with a query parameter, so that few run
   * at once (docs/decisions/024). Files always do.
   */
  heavy?: true | { withQuery: string };
  /**
   * What an event of the audit log says that the caller did, in Japanese; or why there is none
   * although the endpoint writes (docs/product/audit.md#operations).
   */
  audit?: string | { none: string };
  /** Calls per minute and address, in addition to the limits for all requests. */
  callsPerMinute?: number;
  /** Problems besides those that any endpoint of its kind can answer. */
  problems?: readonly ProblemCode[];
}

type Answers = { 200: z.ZodType } | { 201: z.ZodType } | { 202: null } | { 204: null };

export type Endpoints<In extends ServedArea = ServedArea> = Readonly<
  Record<EndpointKey, Endpoint<In>>
>;

type SchemaAt<E, Part extends string> = E extends { [P in Part]: infer S extends z.ZodType }
  ? S
  : undefined;

/** The checked value of a part of a request; `undefined` if the endpoint declares none. */
export type Checked<E, Part extends "params" | "query" | "body"> =
  SchemaAt<E, Part> extends z.ZodType ? z.output<SchemaAt<E, Part>> : undefined;

/** What a caller sends as a part of a request. */
export type Sent<E, Part extends "params" | "query" | "body"> =
  SchemaAt<E, Part> extends z.ZodType ? z.input<SchemaAt<E, Part>> : undefined;

/** The body of a success answer; `undefined` if there is none. */
export type AnswerOf<E extends { answers: object }> =
  E["answers"][keyof E["answers"]] extends infer S
    ? S extends z.ZodType
      ? z.output<S>
      : undefined
    : never;

export function successStatus({ answers }: Pick<Endpoint, "answers">): number {
  return Number(Object.keys(answers)[0]);
}
