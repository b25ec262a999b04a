import { randomBytes } from "node:crypto";
import fp from "fastify-plugin";
import { sha256 } from "../bytes.ts";
import { badRequest, preconditionRequired } from "../problem.ts";

const TOKEN = /^[\w-]{43}$/;

declare module "fastify" {
  interface FastifyRequest {
    /**
     * The hash of the X-Lock-Token header (docs/product/dictionaries.md#lock); undefined without
     * one.
     */
    lockToken: LockTokenHash | undefined;
  }
}

/** SHA-256 of a lock's token; the server stores only this. */
export type LockTokenHash = Uint8Array;

export function newLockToken(): { token: string; hash: LockTokenHash } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: lockTokenHash(token) };
}

export function lockTokenHash(token: string): LockTokenHash {
  return sha256(token);
}

/** Adds the hash of X-Lock-Token to every request; 400 for a malformed token. */
export const lockToken = fp(async (app) => {
  app.decorateRequest("lockToken", undefined);
  app.addHook("preValidation", (request, _reply, done) => {
    const header = request.headers["x-lock-token"];
    if (header === undefined) return done();
    if (typeof header !== "string" || !TOKEN.test(header)) return done(badRequest());
    request.lockToken = lockTokenHash(header);
    done();
  });
});

export type IfMatch = "any" | readonly string[];

const LIST = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*$/;
const TAG = /"([^"]*)"/g;

/** Parses If-Match (RFC 9110, 13.1.1). Weak tags count: proxies that compress weaken them. */
function parseIfMatch(header: string): IfMatch {
  const value = header.trim();
  if (value === "*") return "any";
  if (!LIST.test(value)) throw badRequest();
  return [...value.matchAll(TAG)].map((match) => match[1] ?? "");
}

export function isStale(ifMatch: IfMatch | undefined, { version }: { version: number }): boolean {
  return ifMatch !== undefined && ifMatch !== "any" && !ifMatch.includes(String(version));
}

/** For writes that need If-Match: throws 428 without one. */
export function requireIfMatch(ifMatch: IfMatch | undefined): IfMatch {
  if (ifMatch === undefined) throw preconditionRequired();
  return ifMatch;
}

/** Whether If-None-Match (RFC 9110, 13.1.2) names the tag; a header that is malformed names none. */
export function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return LIST.test(header.trim()) && [...header.matchAll(TAG)].some((match) => match[1] === tag);
}

function etag(version: number): string {
  return `"${version}"`;
}

export function etagOf(answer: unknown): string {
  if (typeof answer === "object" && answer !== null && "version" in answer) {
    return etag(Number(answer.version));
  }
  throw new Error("the answer has no version for its ETag");
}

export const versions = fp(async (app) => {
  app.decorateRequest("ifMatch", undefined);
  app.addHook("preValidation", (request, _reply, done) => {
    const header = request.headers["if-match"];
    // What the hook throws, Fastify answers.
    if (header !== undefined) request.ifMatch = parseIfMatch(header);
    done();
  });
});
