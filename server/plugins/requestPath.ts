import type { FastifyRequest } from "fastify";

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
export function isDisguised(request: FastifyRequest): boolean {
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
