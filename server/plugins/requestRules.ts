import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { mayComeFrom } from "../addressLimit.ts";
import type { Config } from "../config.ts";
import {
  badRequest,
  forbidden,
  notFound,
  type ProblemError,
  unsupportedMediaType,
} from "../problem.ts";
import { ADMIN_API, isApiRequest, isDisguised } from "./requestPath.ts";

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
