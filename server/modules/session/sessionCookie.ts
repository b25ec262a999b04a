import { createHash } from "node:crypto";
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyRequest } from "fastify";

const NAME = "ki_admin_session";
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Whether the cookie is for https alone: everywhere but on loopback http (design 3). */
function isSecure({ protocol, hostname }: FastifyRequest): boolean {
  return protocol === "https" || !LOOPBACK.test(hostname);
}

export function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? `__Host-${NAME}` : NAME;
}

export function cookieOptions(request: FastifyRequest): CookieSerializeOptions {
  return { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure(request) };
}

/** The session cookie of a request, with the hash by which our database knows it. */
export function sessionCookie(request: FastifyRequest) {
  const cookie = request.cookies[cookieName(request)];
  return cookie ? { cookie, hash: sessionHash(cookie) } : undefined;
}

export function sessionHash(cookie: string): Buffer {
  return createHash("sha256").update(cookie).digest();
}
