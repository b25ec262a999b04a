import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { connectivity } from "../providers/connectivity.ts";
import { isUnreached, readFailedAgain } from "../providers/failedReads.ts";

/** Reloads failed reads when the network is back. Form input is unchanged. */
export function useReadWhenBack(): void {
  const queryClient = useQueryClient();
  useEffect(
    () => connectivity.onBack(() => readFailedAgain(queryClient, isUnreached)),
    [queryClient],
  );
}
