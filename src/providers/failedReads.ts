import type { QueryClient } from "@tanstack/react-query";
import { isNetworkFailure } from "./errorMessage.ts";
import { isFromGateway } from "./gateway.ts";

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

/** Whether a request did not reach our server, or its answer did not reach us. */
export function isUnreached(error: unknown): boolean {
  const { status, body } = Object(error);
  return isNetworkFailure(error) || (isFromGateway(status) && body === undefined);
}
