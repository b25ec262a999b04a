import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SignIn } from "../../../domain/users/session.ts";
import type { ApiAnswer } from "../../providers/data/api.ts";
import { useApi } from "../../providers/data/useApi.ts";

const SIZE = 50;
const KEY = ["sessions"] as const;

/** The latest sign-ins of the signed-in person, latest use first. */
export function useOwnSignIns() {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: () => api("GET /sessions", { query: { size: SIZE } }),
    // A new password ends the others while the list is not shown.
    gcTime: 0,
  });

  return {
    signIns: data?.content,
    total: data?.totalElements ?? 0,
    error,
    /** Takes ended sign-ins off the list at once, and reads it again. */
    takeOff: (isEnded: (signIn: SignIn) => boolean) => {
      queryClient.setQueryData<ApiAnswer<"GET /sessions">>(KEY, (page) => {
        if (!page) return page;
        const content = page.content.filter((signIn) => !isEnded(signIn));
        const ended = page.content.length - content.length;
        return { ...page, content, totalElements: page.totalElements - ended };
      });
      void queryClient.invalidateQueries({ queryKey: KEY });
    },
  };
}
