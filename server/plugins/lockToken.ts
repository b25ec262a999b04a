import { randomBytes } from "node:crypto";
import fp from "fastify-plugin";
import { badRequest } from "../problem.ts";
import { sha256 } from "../sha256.ts";

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
