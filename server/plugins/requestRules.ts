import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { badRequest, forbidden, notFound, unsupportedMediaType } from "../problem.ts";

export const STAFF_API = "/api/v1";
export const ADMIN_API = "/admin/api/v1";

const API_PATH = /^(\/admin)?\/api(\/|$|\?)/;
const READS = ["GET", "HEAD", "OPTIONS"];

export function isApiPath(url: string): boolean {
  return API_PATH.test(url);
}

/** What holds for every request to the API before it is looked at closer (design 3). */
export const requestRules = fp(async (app) => {
  app.addHook("onRequest", async (request) => {
    if (!isApiPath(request.url)) return;
    // Before the body is parsed: an unknown path is 404 whatever was sent to it.
    if (request.is404) throw notFound();
    if (request.url.startsWith("/admin/") && isCrossSiteWrite(request)) {
      throw forbidden("CROSS_SITE_REQUEST");
    }
    if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
      throw unsupportedMediaType();
    }
    if (request.method === "DELETE" && hasBody(request)) throw badRequest();
  });
});

/**
 * Whether a write does not come from a page of our own: the browser says so itself, or where an
 * older one does not, its Origin must be ours exactly.
 */
function isCrossSiteWrite({ method, headers, protocol, host }: FastifyRequest): boolean {
  if (READS.includes(method)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  return headers.origin !== `${protocol}://${host}`;
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
