import type { FastifyRequest } from "fastify";

/** An admin session ends after so many minutes without a person's request. */
export const IDLE_MINUTES = 30;

/**
 * Whether somebody is at the screen. A forgotten tab is nobody: neither its event stream nor what
 * that causes counts as use.
 */
export function isFromPerson({
  routeOptions,
  headers,
}: Pick<FastifyRequest, "routeOptions" | "headers">): boolean {
  return !routeOptions.config.endpoint?.stream && headers["x-unattended"] !== "true";
}
