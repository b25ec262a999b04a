import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isEveryAddress, mayComeFrom, urlHost } from "../addressLimit.ts";
import type { Config } from "../config.ts";
import {
  badRequest,
  forbidden,
  misdirected,
  notFound,
  type ProblemError,
  unsupportedMediaType,
} from "../problem.ts";

export const STAFF_API = "/api/v1";
export const ADMIN_API = "/admin/api/v1";
export const SCIM_API = "/scim/v2";

/** Prefixes of our paths; the first match counts. */
const AREAS = ["/admin/api", "/admin", "/api", "/scim", "/assets"];
const APIS = ["/admin/api", "/api", "/scim"];

export function sentPath({ url }: Pick<FastifyRequest, "url">): string {
  return url.split("?", 1)[0] ?? "";
}

function isApiPath(path: string): boolean {
  return APIS.includes(areaOf(path) ?? "");
}

/** Whether a request is for the API: by the matched route, or else by any reading of the path. */
export function isApiRequest(request: FastifyRequest): boolean {
  if (!request.is404) return isApiPath(request.routeOptions.url ?? "");
  const sent = sentPath(request);
  return isApiPath(sent) || isApiPath(plainPath(sent));
}

/** Whether a directory asks, which knows errors in SCIM's form alone. */
export function isScimRequest(request: Pick<FastifyRequest, "url">): boolean {
  return areaOf(sentPath(request)) === "/scim";
}

/** Router, proxy and browser decode paths differently, so another spelling is 404. */
function isDisguised(request: FastifyRequest): boolean {
  const sent = sentPath(request);
  if (!request.is404) return !isLiterally(sent, request.routeOptions.url ?? "");
  return areaOf(sent) !== areaOf(plainPath(sent));
}

function isLiterally(path: string, route: string): boolean {
  const segments = path.split("/");
  // Browsers never send a fragment; the router would drop it.
  if (path.includes("#")) return false;
  return literalsOf(route).every(({ part, index }) => part === segments[index]);
}

interface Literal {
  part: string;
  index: number;
}

/** The segments of each route that are no parameters. */
const literals = new Map<string, Literal[]>();

function literalsOf(route: string): Literal[] {
  const known = literals.get(route);
  if (known) return known;
  const parts = route.split("/").map((part, index) => ({ part, index }));
  const read = parts.filter(({ part }) => part !== "*" && !part.startsWith(":"));
  literals.set(route, read);
  return read;
}

function areaOf(path: string): string | undefined {
  return AREAS.find((area) => path === area || path.startsWith(`${area}/`));
}

/** The path, decoded, resolved and in lower case, as any component might read it. */
function plainPath(path: string): string {
  const withoutOrigin = path.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, "");
  const plain: string[] = [];
  for (const segment of decoded(withoutOrigin).toLowerCase().split(/[/\\]/)) {
    if (segment === "..") plain.pop();
    else if (segment !== "" && segment !== ".") plain.push(segment);
  }
  return `/${plain.join("/")}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d{0,5})?$/i;
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The name in the Host header, in lower case, without the port; X-Forwarded-Host is ignored. */
export function hostName({ headers }: Pick<FastifyRequest, "headers">): string {
  return HOST_AND_PORT.exec(headers.host ?? "")?.[1]?.toLowerCase() ?? "";
}

export function isLoopbackName(name: string): boolean {
  return LOOPBACK.test(name);
}

/** With the embedded identity service only our own names pass, against DNS rebinding. */
export const hosts = fp(async (app, { config }: { config: Config }) => {
  const isOurs = config.identity.kind === "emulator" ? ownNames(config) : () => true;
  app.addHook("onRequest", (request, _reply, done) => {
    const isLifeSign = !request.is404 && request.routeOptions.url === "/healthz";
    if (hasSeveralHosts(request)) done(badRequest());
    else if (!isLifeSign && !isOurs(hostName(request))) done(misdirected());
    else done();
  });
});

function ownNames({ host, publicUrl }: Config): (name: string) => boolean {
  const names = new Set([...LOOPBACK_NAMES, urlHost(host), new URL(publicUrl).hostname]);
  // Read each time, because a laptop changes its addresses.
  const isOwnAddress = isEveryAddress(host) ? isAddressOfMachine : () => false;
  return (name) => names.has(name) || isOwnAddress(name);
}

function isAddressOfMachine(name: string): boolean {
  if (isIP(name.replace(/^\[|\]$/g, "")) === 0) return false;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.some(({ address }) => urlHost(address) === name);
}

/** Node uses the first; a proxy in front may have used another. */
function hasSeveralHosts({ raw }: FastifyRequest): boolean {
  const { rawHeaders } = raw;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

const READS = ["GET", "HEAD", "OPTIONS"];

type OriginRules = Pick<Config, "publicUrl" | "trustProxy" | "adminAllowedAddresses">;

export const requestRules = fp(async (app, { config }: { config: OriginRules }) => {
  app.addHook("onRequest", (request, _reply, done) => {
    done(ruleBrokenBy(request, config));
  });
});

function ruleBrokenBy(request: FastifyRequest, config: OriginRules): ProblemError | undefined {
  if (isDisguised(request)) return notFound();
  if (!isApiRequest(request)) return undefined;
  // Before the body is parsed, so that an unknown path is always 404.
  if (request.is404) return notFound();
  if (isOfAdminArea(request)) {
    if (!mayComeFrom(request.ip, config.adminAllowedAddresses)) {
      return forbidden("ADDRESS_NOT_ALLOWED");
    }
    if (isCrossSiteWrite(request, config)) return forbidden("CROSS_SITE_REQUEST");
  }
  const coding = request.headers["content-encoding"] ?? "identity";
  if (coding.toLowerCase() !== "identity") return unsupportedMediaType();
  // A few clients and proxies drop it, so only a confirmation that is typed stands in one.
  const takesNone = request.method === "DELETE" && !request.routeOptions.config.endpoint?.body;
  return takesNone && hasBody(request) ? badRequest() : undefined;
}

function isOfAdminArea({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith(`${ADMIN_API}/`) ?? false;
}

/**
 * Whether a write comes from another site, by Sec-Fetch-Site, or else by Origin. X-Forwarded-Host
 * does not count, because a proxy may pass on what a client made up.
 */
function isCrossSiteWrite(
  { method, headers, protocol }: FastifyRequest,
  { publicUrl, trustProxy }: OriginRules,
): boolean {
  if (READS.includes(method)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  // People open http://localhost:3000 although PUBLIC_URL is http://127.0.0.1:3000 by default.
  const isOpened = trustProxy === false && headers.origin === `${protocol}://${headers.host}`;
  return headers.origin !== publicUrl && !isOpened;
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
