import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
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

interface SentCookie {
  cookie: string;
  identityCookie: string;
  hash: Buffer;
}

/** The last one of each connection: hashing takes longer than comparing. */
const lastSent = new WeakMap<Socket, SentCookie>();

export function sessionCookie(request: FastifyRequest): SentCookie | undefined {
  const cookie = request.cookies[cookieName(request)];
  const last = lastSent.get(request.raw.socket);
  if (last?.cookie === cookie) return last;
  const identityCookie = COOKIE.exec(cookie ?? "")?.[1];
  if (!cookie || !identityCookie) return undefined;
  const sent = { cookie, identityCookie, hash: sha256(cookie) };
  lastSent.set(request.raw.socket, sent);
  return sent;
}
