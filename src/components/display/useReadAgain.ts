import { useQueryClient } from "@tanstack/react-query";
import { readFailedAgain } from "../../providers/data/failedReads.ts";
import { connectivity } from "../../providers/http/connectivity.ts";

/** Reloads all failed reads of the page at once. */
export function useReadAgain(): () => void {
  const queryClient = useQueryClient();
  return () => {
    connectivity.press();
    readFailedAgain(queryClient);
  };
}
