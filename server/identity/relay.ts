import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { ssoKindOf } from "../../domain/ways/rules.ts";
import { RELAY_BODY_LIMIT } from "../plugins/uploads.ts";
import { ProblemError, unavailable } from "../problem.ts";
import type { AnswerBrowser, BrowserAnswer } from "./identity.ts";

type ReserveMail = (email: string) => Promise<() => Promise<void>>;

const SENDS_MAIL = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode";
const sent = z.object({ email: z.string().min(1).max(320) });

/** Reserves the mail that a relayed call requests; undefined if it requests none. Throws 429. */
async function reserveRelayedMail(
  reserve: ReserveMail,
  path: string,
  { body }: FastifyRequest,
): Promise<(() => Promise<void>) | undefined> {
  const email = path === SENDS_MAIL && Buffer.isBuffer(body) ? emailIn(body) : undefined;
  return email === undefined ? undefined : reserve(email);
}

function refuseMail(reply: FastifyReply, error: unknown) {
  if (!(error instanceof ProblemError) || error.statusCode !== 429) throw error;
  const message = "TOO_MANY_ATTEMPTS_TRY_LATER";
  return reply
    .code(400)
    .headers({ ...error.headers, "cache-control": "no-store" })
    .send({ error: { code: 400, message, errors: [{ message, domain: "global" }] } });
}

function emailIn(body: Buffer): string | undefined {
  try {
    return sent.parse(JSON.parse(body.toString("utf8"))).email;
  } catch {
    // Let the identity service reject it with its own message.
    return undefined;
  }
}

/** Not signInWithIdp, but for the demo's single sign-on: the emulator accepts any name as a Google account. */
const calls: ReadonlyMap<string, "GET" | "POST"> = new Map([
  ["/identitytoolkit.googleapis.com/v1/projects", "GET"],
  ["/identitytoolkit.googleapis.com/v2/passwordPolicy", "GET"],
  ["/identitytoolkit.googleapis.com/v2/recaptchaConfig", "GET"],
  ["/identitytoolkit.googleapis.com/v1/accounts:delete", "POST"],
  ["/identitytoolkit.googleapis.com/v1/accounts:lookup", "POST"],
  ["/identitytoolkit.googleapis.com/v1/accounts:resetPassword", "POST"],
  ["/identitytoolkit.googleapis.com/v1/accounts:sendOobCode", "POST"],
  ["/identitytoolkit.googleapis.com/v1/accounts:signInWithEmailLink", "POST"],
  ["/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword", "POST"],
  ["/identitytoolkit.googleapis.com/v1/accounts:signUp", "POST"],
  ["/identitytoolkit.googleapis.com/v1/accounts:update", "POST"],
  ["/identitytoolkit.googleapis.com/v2/accounts:revokeToken", "POST"],
  ["/securetoken.googleapis.com/v1/token", "POST"],
  ["/emulator/auth/handler", "GET"],
  ["/emulator/auth/iframe", "GET"],
]);

const PAGES = "/emulator/auth/";
const passedOn = ["content-type", "x-client-version", "x-firebase-locale"];

/** The emulator treats this as its administrator, anywhere in an Authorization header. */
const administrator = /bearer\s+(owner\b|ya29\.)/i;

export interface RelayOptions {
  answerBrowser: AnswerBrowser;
  reserveMail: ReserveMail;
  /** Given where the demo has single sign-on. */
  hasProvider?: HasProvider | undefined;
}

/** The emulator has no authentication: only listed paths pass, undecoded, with the key alone. */
export async function identityRelay(app: FastifyInstance, options: RelayOptions): Promise<void> {
  // Bodies pass unparsed, whatever their content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: RELAY_BODY_LIMIT },
    (_request, body, done) => done(null, body),
  );
  const config = { access: "public" } as const;
  const route = { config, bodyLimit: RELAY_BODY_LIMIT };
  const relay = (request: FastifyRequest, reply: FastifyReply) => pass(options, request, reply);
  for (const prefix of ["identitytoolkit.googleapis.com", "securetoken.googleapis.com"]) {
    app.all(`/${prefix}/*`, route, relay);
  }
  app.all(`${PAGES}*`, route, relay);
}

async function pass(
  { answerBrowser, reserveMail, hasProvider }: RelayOptions,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [path = "", query = ""] = (request.raw.url ?? "").split(/\?(.*)/s);
  const isSso = hasProvider && path === SIGNS_IN_BY_IDP && request.method === "POST";
  const isListed = isSso || calls.get(path) === request.method;
  if (!isListed || isAdministrator(request) || isCrossSite(request)) return refuse(reply);
  const body = isSso ? await ssoCall(request.body, hasProvider) : bodyOf(request);
  if (isSso && !body) return refuse(reply);
  const key = new URLSearchParams(query).get("key");
  const passedQuery = path.startsWith(PAGES)
    ? query
    : new URLSearchParams(key ? { key } : {}).toString();
  let cancelMail: (() => Promise<void>) | undefined;
  try {
    cancelMail = await reserveRelayedMail(reserveMail, path, request);
  } catch (error) {
    return refuseMail(reply, error);
  }
  const answer = await answered(request, () =>
    answerBrowser({
      method: request.method,
      path,
      query: passedQuery,
      headers: passedHeaders(request),
      ...(body ? { body } : {}),
    }),
  );
  if (answer?.status !== 200) await cancelMail?.();
  if (!answer) return isUnavailable(reply);
  return reply
    .code(answer.status)
    .header("content-type", answer.contentType)
    .header("cache-control", "no-store")
    .send(answer.body);
}

const bodyOf = ({ body }: FastifyRequest) =>
  Buffer.isBuffer(body) ? new Uint8Array(body) : undefined;

function isAdministrator({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.some(
    (name, index) =>
      index % 2 === 0 &&
      name.toLowerCase() === "authorization" &&
      administrator.test(raw.rawHeaders[index + 1] ?? ""),
  );
}

function isCrossSite({ method, headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  return method !== "GET" && site !== undefined && site !== "same-origin";
}

function refuse(reply: FastifyReply) {
  return reply.code(403).send({ error: { code: 403, message: "PERMISSION_DENIED", errors: [] } });
}

/** firebase/auth takes this for a network error and does not sign the person out. */
function isUnavailable(reply: FastifyReply) {
  const { statusCode, message, headers } = unavailable();
  return reply
    .code(statusCode)
    .headers({ ...headers, "cache-control": "no-store" })
    .send({
      error: { code: statusCode, message: `NETWORK_REQUEST_FAILED : ${message}`, errors: [] },
    });
}

function passedHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const name of passedOn) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  return headers;
}

async function answered(
  request: FastifyRequest,
  ask: () => Promise<BrowserAnswer>,
): Promise<BrowserAnswer | undefined> {
  try {
    return await ask();
  } catch (err) {
    request.log.warn({ err }, "the identity service did not answer");
    return undefined;
  }
}

const SIGNS_IN_BY_IDP = "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp";

type HasProvider = (providerId: string) => Promise<boolean>;

const asked = z.object({
  requestUri: z.url().max(100_000),
  postBody: z.string().max(100_000).nullish(),
  returnSecureToken: z.boolean().optional(),
  returnIdpCredential: z.boolean().optional(),
});

/**
 * The call that the emulator gets for a sign-in by an identity provider of the demo: rewritten from what
 * was read, so that it names the provider that was looked up. The emulator reads it from several places and
 * takes any name, a Google account too. Undefined for any other provider.
 */
async function ssoCall(
  sent: unknown,
  hasProvider: HasProvider,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const call = readCall(sent);
  if (!call) return undefined;
  const { requestUri, postBody, ...options } = call;
  // A popup answers in the address, a credential in the body.
  const fields = new Map([
    ...new URL(requestUri).searchParams,
    ...new URLSearchParams(postBody ?? ""),
  ]);
  const providerId = fields.get("providerId") ?? "";
  if (!ssoKindOf(providerId) || !(await hasProvider(providerId))) return undefined;
  const passed = new URLSearchParams({ providerId });
  for (const name of ["id_token", "SAMLResponse"]) {
    const value = fields.get(name);
    if (value !== undefined) passed.set(name, value);
  }
  const content = { ...options, requestUri: "http://localhost", postBody: passed.toString() };
  return new Uint8Array(Buffer.from(JSON.stringify(content)));
}

function readCall(sent: unknown): z.output<typeof asked> | undefined {
  if (!Buffer.isBuffer(sent)) return undefined;
  try {
    return asked.parse(JSON.parse(sent.toString("utf8")));
  } catch {
    return undefined;
  }
}
