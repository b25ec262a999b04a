import { Readable } from "node:stream";
import type { FastifyBodyParser, FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { badRequest } from "../problem.ts";

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
