import { useQueryClient } from "@tanstack/react-query";

/**
 * Reads anew all that failed on the page, for one reason most likely; and who is signed in, which
 * fails unseen: without it the menus stay empty.
 */
export function useReadAgain(): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.refetchQueries({
      type: "active",
      predicate: ({ state, queryKey }) => state.status === "error" || queryKey[0] === "auth",
    });
  };
}
