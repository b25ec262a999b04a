import type { Readable } from "node:stream";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preValidationHookHandler,
} from "fastify";
import { z } from "zod";
import {
  type AnswerOf,
  type Checked,
  type Endpoint,
  type Endpoints,
  successStatus,
} from "../domain/api/endpoint.ts";
import { tooManyItems } from "../domain/problems/sentences.ts";
import { fieldLabel } from "../domain/problems/zodSentences.ts";
import {
  type AreaApp,
  type Member,
  member,
  type Service,
  type SignedIn,
  signedIn,
} from "./context.ts";
import type { Transact } from "./db/transact.ts";
import type { FileAnswer, TextAnswer } from "./exports/csvFile.ts";
import { etagOf, type IfMatch, type LockTokenHash } from "./plugins/preconditions.ts";
import { limitExceeded, ProblemError } from "./problem.ts";

/** Call the returned function after all routes: it throws for a declaration without one. */
export function declaredRoutes(app: FastifyInstance, endpoints: Endpoints): () => void {
  const missing = new Map<Endpoint, string>(
    Object.entries(endpoints).map(([key, endpoint]) => [endpoint, key]),
  );
  const declared = new Set(missing.keys());
  app.addHook("onRoute", ({ method, url, config }) => {
    if (!config?.endpoint || !declared.has(config.endpoint)) {
      throw new Error(`${method} ${url} is not declared in domain/api`);
    }
    missing.delete(config.endpoint);
  });
  return () => {
    if (missing.size === 0) return;
    throw new Error(`${[...missing.values()].join(", ")}: declared without a handler`);
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export interface Call<E> {
  params: Checked<E, "params">;
  query: Checked<E, "query">;
  body: Checked<E, "body">;
  /** The signed-in user. Where service keys have access too, look at `service` first. */
  readonly user: SignedIn;
  readonly member: Member;
  /** The program that calls with a service key; null for a user. */
  service: Service | null;
  ifMatch: IfMatch | undefined;
  lockToken: LockTokenHash | undefined;
  readonly transact: Transact;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answered<E extends Endpoint> = E extends { stream: true }
  ? Readable | undefined
  : E extends { file: string }
    ? FileAnswer
    : E extends { media: object }
      ? TextAnswer
      : AnswerOf<E> extends undefined
        ? // biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing.
          void
        : E extends { etag: true }
          ? AnswerOf<E> & { version: number }
          : AnswerOf<E>;

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answered<E>>;

type Declarations = Readonly<Record<string, Endpoint>>;

type Handlers<Declared extends Declarations> = {
  [Key in keyof Declared]: Handler<Declared[Key]>;
};

/** Handlers that two areas have, as the declarations of one say what a call brings and what is answered. */
export type SharedHandlers<Declared extends Declarations> = {
  [Key in keyof Declared]: (
    call: Pick<Call<Declared[Key]>, keyof Call<unknown>>,
  ) => Promise<Answered<Declared[Key]>>;
};

/** Throws for a handler without a declaration and vice versa. */
export function implement<const Declared extends Declarations>(
  app: AreaApp,
  endpoints: Declared,
  handlers: Handlers<Declared>,
): void {
  for (const key in handlers) {
    if (!Object.hasOwn(endpoints, key)) throw new Error(`${key} is not declared`);
  }
  for (const key in endpoints) register(app, key, endpoints[key], handlers[key]);
}

function register<E extends Endpoint>(
  app: AreaApp,
  key: string,
  endpoint: E,
  handler: Handler<E> | undefined,
): void {
  if (!handler) throw new Error(`${key} is declared without a handler`);
  const { params, query, body, mostItems, answers, bodyLimit } = endpoint;
  const [method = "", path = ""] = key.split(" ");
  const status = successStatus(endpoint);
  const answer = Object.values(answers)[0];
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: {
      access: endpoint.access,
      endpoint,
      // After a restart all streams are opened again, and each costs only one read.
      ...(endpoint.stream ? { neverShed: true } : {}),
    },
    ...(bodyLimit ? { bodyLimit } : {}),
    ...(mostItems ? { preValidation: refuseLongLists(mostItems) } : {}),
    schema: {
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { [status]: answer ?? z.undefined() },
    },
    handler: async (request, reply) => {
      const renewing = app.renewCaller(request, reply);
      if (renewing) await renewing;
      reply.code(status);
      let result: unknown;
      try {
        result = await handler(new RequestCall<E>(app, request, reply));
      } catch (error) {
        await recordRefused(app, request, error);
        throw error;
      }
      if (endpoint.file && isFile(result)) return sendFile(app, request, reply, result);
      if (endpoint.media && isText(result)) return sendText(request, reply, result);
      if (endpoint.etag) reply.header("etag", etagOf(result));
      // Where a HEAD has no stream, nothing else would end the answer.
      return endpoint.stream ? reply.send(result) : result;
    },
  });
}

/** Records that a handler refused its caller for lack of rights. */
async function recordRefused(app: AreaApp, request: FastifyRequest, error: unknown): Promise<void> {
  const { user } = request;
  const isRefused = error instanceof ProblemError && error.code === "FORBIDDEN";
  if (user && isRefused) await app.recordForbidden(request, { user, service: null });
}

/** Before each element is checked, which takes long for as many as fit into a body. */
function refuseLongLists(most: Readonly<Record<string, number>>): preValidationHookHandler {
  return ({ body }, _reply, done) => {
    for (const [field, max] of Object.entries(most)) {
      const list: unknown = Object(body)[field];
      if (Array.isArray(list) && list.length > max) {
        const message = tooManyItems(max, fieldLabel([field]));
        return done(limitExceeded({ message }));
      }
    }
    done();
  };
}

function isFile(result: unknown): result is FileAnswer {
  return typeof result === "object" && result !== null && "stream" in result;
}

function isText(result: unknown): result is TextAnswer {
  return typeof result === "object" && result !== null && "text" in result;
}

function sendText(request: FastifyRequest, reply: FastifyReply, { headers, text }: TextAnswer) {
  reply.headers(headers);
  if (text === null) return reply.code(304).send();
  if (request.method !== "HEAD") return text;
  text.destroy();
  return reply.send();
}

async function sendFile(
  app: AreaApp,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
) {
  reply.headers(file.headers);
  if (request.method === "HEAD") {
    file.stream.destroy();
    return reply.send();
  }
  try {
    if (!file.isRecorded) await app.recordDownload(request, file);
  } catch (error) {
    file.stream.destroy();
    throw error;
  }
  return file.stream;
}

/** Fastify has validated the parts of the request by the declaration's schemas. */
class RequestCall<E> implements Call<E> {
  readonly #app: AreaApp;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: Checked<E, "params">;
  readonly query: Checked<E, "query">;
  readonly body: Checked<E, "body">;

  constructor(app: AreaApp, request: FastifyRequest, reply: FastifyReply) {
    this.#app = app;
    this.request = request;
    this.reply = reply;
    this.params = request.params as Checked<E, "params">;
    this.query = request.query as Checked<E, "query">;
    this.body = request.body as Checked<E, "body">;
  }

  get user(): SignedIn {
    return signedIn(this.request);
  }

  get member(): Member {
    return member(this.request);
  }

  get service(): Service | null {
    return this.request.service;
  }

  get ifMatch(): IfMatch | undefined {
    return this.request.ifMatch;
  }

  get lockToken(): LockTokenHash | undefined {
    return this.request.lockToken;
  }

  get transact(): Transact {
    return this.#app.transactOf(this.request, this.reply);
  }
}
