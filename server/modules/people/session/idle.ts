import type { FastifyRequest } from "fastify";
import { acting } from "../../../audit/acting.ts";
import type { UserRow } from "./queries.ts";

/** An admin session ends after so many minutes without a person's request. */
export const IDLE_MINUTES = 30;

/**
 * Whether a person is at the screen (docs/product/sign-in.md#own-sign-ins). A forgotten tab is nobody:
 * neither its event stream nor what that causes counts as use. What comes from elsewhere is no such tab.
 */
export function isFromPerson(
  { routeOptions, headers }: Pick<FastifyRequest, "routeOptions" | "headers">,
  known: Pick<UserRow, "sign_in_address" | "sign_in_user_agent">,
): boolean {
  const { stream, live } = routeOptions.config.endpoint ?? {};
  if (!stream && !(live && headers["x-unattended"] === "true")) return true;
  const { address, userAgent } = acting();
  return (
    known.sign_in_address !== (address ?? "") || known.sign_in_user_agent !== (userAgent ?? "")
  );
}
