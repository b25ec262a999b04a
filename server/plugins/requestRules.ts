import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import {
  badRequest,
  forbidden,
  notFound,
  type ProblemError,
  unsupportedMediaType,
} from "../problem.ts";
import { ADMIN_API, isApiRequest, isDisguised } from "./requestPath.ts";

const READS = ["GET", "HEAD", "OPTIONS"];

/** What holds for every request before it is looked at closer (design 3, design 10). */
export const requestRules = fp(async (app) => {
  app.addHook("onRequest", (request, _reply, done) => {
    done(ruleBrokenBy(request));
  });
});

function ruleBrokenBy(request: FastifyRequest): ProblemError | undefined {
  if (isDisguised(request)) return notFound();
  if (!isApiRequest(request)) return undefined;
  // Before the body is parsed: an unknown path is 404 whatever was sent to it.
  if (request.is404) return notFound();
  if (isOfAdminArea(request) && isCrossSiteWrite(request)) return forbidden("CROSS_SITE_REQUEST");
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
    return unsupportedMediaType();
  }
  return request.method === "DELETE" && hasBody(request) ? badRequest() : undefined;
}

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

/** Whether a request announces a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
