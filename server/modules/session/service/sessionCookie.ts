import { createHash, randomBytes } from "node:crypto";
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyRequest } from "fastify";
import { hostName, isLoopbackName } from "../../../plugins/hosts.ts";

const NAME = "ki_admin_session";

/**
 * Whether the cookie is for https alone: everywhere but on loopback http (design 3). By the Host
 * header itself: a forwarded one may have been made up, and would take the protection off.
 */
function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https" || !isLoopbackName(hostName(request));
}

export function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? `__Host-${NAME}` : NAME;
}

export function cookieOptions(request: FastifyRequest): CookieSerializeOptions {
  return { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure(request) };
}

/** A cookie of ours: a secret of its own, then the identity service's session cookie. */
const COOKIE = /^[\w-]{43}\.(.+)$/;

/**
 * The cookie of a new session. The identity service gives two sign-ins of one second the same
 * cookie; the secret before it makes them two sessions, so that each ends by itself.
 */
export function newSessionCookie(identityCookie: string): string {
  return `${randomBytes(32).toString("base64url")}.${identityCookie}`;
}

/** The session cookie of a request, and the hash by which our database knows it. */
export function sessionCookie(request: FastifyRequest) {
  const cookie = request.cookies[cookieName(request)];
  const identityCookie = COOKIE.exec(cookie ?? "")?.[1];
  return cookie && identityCookie ? { identityCookie, hash: sessionHash(cookie) } : undefined;
}

export function sessionHash(cookie: string): Buffer {
  return createHash("sha256").update(cookie).digest();
}
