import { randomBytes } from "node:crypto";
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyRequest } from "fastify";
import { hostName, isLoopbackName } from "../../../plugins/hosts.ts";
import { sha256 } from "../../../sha256.ts";

const NAME = "ki_admin_session";

/** The Host header alone counts: a forged X-Forwarded-Host could remove the protection. */
function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https" || !isLoopbackName(hostName(request));
}

export function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? `__Host-${NAME}` : NAME;
}

export function cookieOptions(request: FastifyRequest): CookieSerializeOptions {
  return { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure(request) };
}

/** Our own secret, then the identity service's session cookie. */
const COOKIE = /^[\w-]{43}\.(.+)$/;

/** Sign-ins in one second get equal cookies; our secret makes them two sessions. */
export function newSessionCookie(identityCookie: string): string {
  return `${randomBytes(32).toString("base64url")}.${identityCookie}`;
}

export function sessionCookie(request: FastifyRequest) {
  const cookie = request.cookies[cookieName(request)];
  const identityCookie = COOKIE.exec(cookie ?? "")?.[1];
  return cookie && identityCookie ? { identityCookie, hash: sha256(cookie) } : undefined;
}
