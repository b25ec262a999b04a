import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { connectivity } from "../providers/connectivity.ts";
import { isUnreached, readFailedAgain } from "../providers/failedReads.ts";

/** Reads by itself what failed for want of a network, once there is one; input stays as it is. */
export function useReadWhenBack(): void {
  const queryClient = useQueryClient();
  useEffect(
    () => connectivity.onBack(() => readFailedAgain(queryClient, isUnreached)),
    [queryClient],
  );
}
