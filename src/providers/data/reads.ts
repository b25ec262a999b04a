import type { QueryClient, QueryFilters } from "@tanstack/react-query";
import { isGatewayError } from "../http/connectivity.ts";
import { isNetworkError } from "../problems/errorMessage.ts";

/** Selects the cached reads of a resource and of what lies below it: `contracts/1/ledger`. */
export function readsOf(resource: string): QueryFilters {
  return {
    predicate: ({ queryKey: [first] }) =>
      first === resource || (typeof first === "string" && first.startsWith(`${resource}/`)),
  };
}

/** Reloads failed reads and the auth queries, whose errors do not show: menus depend on them. */
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

/** Whether the request or its answer was lost, or no token was available. */
export function isUnreached(error: unknown): boolean {
  return isNetworkError(error) || isGatewayError(error);
}
