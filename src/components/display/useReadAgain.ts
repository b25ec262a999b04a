import { useQueryClient } from "@tanstack/react-query";
import { connectivity } from "../../providers/connectivity.ts";
import { readFailedAgain } from "../../providers/failedReads.ts";

/** Reloads all failed reads of the page at once. */
export function useReadAgain(): () => void {
  const queryClient = useQueryClient();
  return () => {
    connectivity.press();
    readFailedAgain(queryClient);
  };
}
