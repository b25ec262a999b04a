import type { QueryClient } from "@tanstack/react-query";
import { isNetworkError } from "./errorMessage.ts";
import { isGatewayError } from "./gateway.ts";

/**
 * Reloads the failed reads of the page, and the auth queries, whose errors are not shown: without
 * them the menus stay empty.
 */
export function readFailedAgain(
  queryClient: QueryClient,
  isMeant: (error: unknown) => boolean = () => true,
): void {
  void queryClient.refetchQueries({
    type: "active",
    predicate: ({ state: { status, error }, queryKey }) =>
      (status === "error" && isMeant(error)) || queryKey[0] === "auth",
  });
}

/**
 * Whether the request did not reach our server, the answer did not arrive, or no token was
 * available.
 */
export function isUnreached(error: unknown): boolean {
  return isNetworkError(error) || isGatewayError(error);
}
