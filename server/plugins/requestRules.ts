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

export const requestRules = fp(async (app) => {
  app.addHook("onRequest", (request, _reply, done) => {
    done(ruleBrokenBy(request));
  });
});

function ruleBrokenBy(request: FastifyRequest): ProblemError | undefined {
  if (isDisguised(request)) return notFound();
  if (!isApiRequest(request)) return undefined;
  // Before the body is parsed, so that an unknown path is always 404.
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

/** Whether a write comes from another site, by Sec-Fetch-Site, or else by Origin. */
function isCrossSiteWrite({ method, headers, protocol, host }: FastifyRequest): boolean {
  if (READS.includes(method)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  return headers.origin !== `${protocol}://${host}`;
}

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
