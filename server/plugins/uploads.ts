import { Readable } from "node:stream";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyBodyParser, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Endpoint } from "../../domain/api/endpoint.ts";
import { fileSentences } from "../../domain/files/sentences.ts";
import { badRequest, limitExceeded, ProblemError, unsupportedMediaType } from "../problem.ts";

/** Of everything in an upload but the file, beside fields that may be longer. */
const FORM_BYTES = 16 * 1024;
const FIELD_BYTES = 150;
const FIELDS = 5;

type Upload = NonNullable<Endpoint["upload"]>;

/** multipart/form-data for the endpoints that declare an upload, and for no other. */
export const uploads = fp(async (app) => {
  await app.register(fastifyMultipart);
  app.addHook("preParsing", (request, _reply, _payload, done) => done(refusalOf(request)));
  app.addHook("preValidation", (request, _reply, done) => {
    const { upload } = request.routeOptions.config.endpoint ?? {};
    if (!upload) return done();
    formOf(request, upload).then((form) => {
      request.body = form;
      done();
    }, done);
  });
});

function refusalOf({ headers, routeOptions }: FastifyRequest): ProblemError | undefined {
  const { upload } = routeOptions.config.endpoint ?? {};
  const type = headers["content-type"];
  if (!upload && type === undefined) return undefined;
  const isForm = mediaType(type) === "multipart/form-data";
  if (isForm !== (upload !== undefined)) return unsupportedMediaType();
  const bytes = Number(headers["content-length"] ?? 0);
  return upload && bytes > upload.bytes + FORM_BYTES + (upload.fieldBytes ?? 0)
    ? tooLarge()
    : undefined;
}

/** The fields by their names, files as File; a field that comes twice is refused. */
async function formOf(
  request: FastifyRequest,
  { bytes, fieldBytes = FIELD_BYTES }: Upload,
): Promise<Record<string, unknown>> {
  const form = new Map<string, unknown>();
  const limits = { fileSize: bytes, files: 1, fields: FIELDS, fieldSize: fieldBytes };
  try {
    for await (const part of request.parts({ limits })) {
      if (form.has(part.fieldname)) throw badRequest();
      form.set(
        part.fieldname,
        part.type === "file"
          ? new File([new Uint8Array(await part.toBuffer())], part.filename ?? "", {
              type: part.mimetype,
            })
          : part.value,
      );
    }
  } catch (error) {
    if (error instanceof app(request).RequestFileTooLargeError) throw tooLarge();
    throw error instanceof ProblemError ? error : badRequest();
  }
  return Object.fromEntries(form);
}

const app = ({ server }: FastifyRequest) => server.multipartErrors;

function tooLarge(): ProblemError {
  const message = fileSentences.TOO_LARGE;
  return limitExceeded({ message, errors: { file: message } });
}

export function isUpload({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.upload !== undefined;
}

/** Ends when the client goes away before it has its answer. */
export function disconnectSignal({ raw }: Pick<FastifyReply, "raw">): AbortSignal {
  const disconnected = new AbortController();
  if (raw.destroyed && !raw.writableFinished) disconnected.abort();
  raw.once("close", () => {
    if (!raw.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

/**
 * The media type of a Content-Type header, without parameters. In lower case, because clients may
 * spell it as they like (RFC 9110, 8.3.1).
 */
export function mediaType(header: string | null | undefined): string {
  return (header?.split(";", 1)[0] ?? "").trim().toLowerCase();
}

const KB = 1024;

/** Bytes of a body, many times the size of any form (docs/product/api.md#errors). */
export const BODY_LIMIT = 64 * KB;
export const RELAY_BODY_LIMIT = 1024 * KB;

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), "\\".charCodeAt(0)];
const OPENING = new Set(["[", "{"].map((bracket) => bracket.charCodeAt(0)));
const CLOSING = new Set(["]", "}"].map((bracket) => bracket.charCodeAt(0)));

/**
 * Whether JSON text is nested deeper than `most`. Parsing a megabyte of brackets blocks everyone for
 * 90 ms; this stops at the first one too deep, and takes 4 ms for a megabyte of anything else.
 */
function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let position = 0; position < text.length && depth <= most; position += 1) {
    const code = text.charCodeAt(position);
    if (isInText) {
      if (code === BACKSLASH) position += 1;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) isInText = true;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
  }
  return depth > most;
}

/** Far more than any schema has. */
const DEEPEST = 32;

/** Bodies must be JSON, otherwise 415; uploads register multipart themselves. */
export const jsonBody = fp(async (app) => {
  app.removeContentTypeParser("text/plain");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, jsonParser(app));
});

/** Parses a body of any media type that is JSON. */
function jsonParser(app: FastifyInstance): FastifyBodyParser<string> {
  const parseJson = app.getDefaultJsonParser("error", "error");
  return (request, sent, done) => {
    const body = String(sent);
    // ra-data-simple-rest sends a media type with a DELETE without body.
    if (body === "" && request.method === "DELETE") done(null, undefined);
    else if (body.length > BODY_LIMIT && isNestedDeeper(body, DEEPEST)) done(badRequest());
    else parseJson(request, body, done);
  };
}

const TYPE = "application/scim+json";

/** Bodies and answers of /scim/v2 (RFC 7644, 3.1); those of plain JSON are taken as well. */
export const scimMediaType = fp(async (area) => {
  area.addContentTypeParser(TYPE, { parseAs: "string" }, jsonParser(area));
  area.addHook("onSend", (_request, reply, _payload, done) => {
    const type = String(reply.getHeader("content-type") ?? "");
    if (type.startsWith("application/json")) reply.type(`${TYPE}; charset=utf-8`);
    done();
  });
});

/**
 * Breaks the connection of an answer that has another length than it announced, before its last part
 * has left: a client would take the rest for the next answer, or a part for the whole. Fastify itself
 * corrects the length of texts and buffers.
 */
export const announcedLength = fp(async (app) => {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!(payload instanceof Readable) || request.method === "HEAD") return done();
    const announced = reply.getHeader("content-length");
    if (announced === undefined) return done();
    const checked = Readable.from(ofLength(Number(announced), payload), { objectMode: false });
    // A generator that was never begun does not end what it would read.
    done(
      null,
      checked.once("close", () => payload.destroy()),
    );
  });
});

async function* ofLength(announced: number, parts: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  let last: Buffer | undefined;
  for await (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > announced) break;
    if (last) yield last;
    last = part;
  }
  if (bytes !== announced) {
    throw new Error(`an answer of ${announced} bytes has ${bytes > announced ? "more" : bytes}`);
  }
  if (last) yield last;
}
