import type { QueryClient } from "@tanstack/react-query";
import { isNetworkError } from "./errorMessage.ts";
import { isGatewayError } from "./gateway.ts";

/**
 * Reads anew what failed on the page, for one reason most likely; and who is signed in, which
 * fails unseen: without it the menus stay empty.
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

/** Whether a request did not reach our server, or its answer us, or no token could be had for it. */
export function isUnreached(error: unknown): boolean {
  return isNetworkError(error) || isGatewayError(error);
}
