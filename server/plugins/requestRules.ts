import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { badRequest, forbidden, notFound, unsupportedMediaType } from "../problem.ts";
import { ADMIN_API, isApiRequest, isDisguised } from "./requestPath.ts";

const READS = ["GET", "HEAD", "OPTIONS"];

/** What holds for every request before it is looked at closer (design 3, design 10). */
export const requestRules = fp(async (app) => {
  app.addHook("onRequest", async (request) => {
    if (isDisguised(request)) throw notFound();
    if (!isApiRequest(request)) return;
    // Before the body is parsed: an unknown path is 404 whatever was sent to it.
    if (request.is404) throw notFound();
    if (isOfAdminArea(request) && isCrossSiteWrite(request)) {
      throw forbidden("CROSS_SITE_REQUEST");
    }
    if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
      throw unsupportedMediaType();
    }
    if (request.method === "DELETE" && hasBody(request)) throw badRequest();
  });
});

function isOfAdminArea({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith(`${ADMIN_API}/`) ?? false;
}

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
