import { useQueryClient } from "@tanstack/react-query";
import { connectivity } from "../../providers/connectivity.ts";
import { readFailedAgain } from "../../providers/failedReads.ts";

/** Reads anew all that failed on the page, at once, whatever has failed before. */
export function useReadAgain(): () => void {
  const queryClient = useQueryClient();
  return () => {
    connectivity.press();
    readFailedAgain(queryClient);
  };
}
