import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { connectivity } from "../providers/connectivity.ts";
import { isUnreached, readFailedAgain } from "../providers/failedReads.ts";
import { repeatRefusedReads } from "../providers/refusedReads.ts";

/**
 * Reloads failed reads by itself: when the network is back, and when the server is willing to take
 * what it refused. Form input is unchanged.
 */
export function useFailedReads(): void {
  const queryClient = useQueryClient();
  useEffect(
    () => connectivity.onBack(() => readFailedAgain(queryClient, isUnreached)),
    [queryClient],
  );
  useEffect(() => repeatRefusedReads(queryClient), [queryClient]);
}
