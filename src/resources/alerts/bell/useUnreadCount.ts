import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../providers/useApi.ts";

const UNREAD = { open: "true", unread: "true", size: 1 } as const;

/** How many open alerts the user has not read; 0 until that is known. */
export function useUnreadCount(): number {
  const { api } = useApi();
  const { data } = useQuery({
    queryKey: ["alerts", "unread"],
    queryFn: ({ signal }) => api("GET /alerts", { query: UNREAD, signal }),
  });
  return data?.totalElements ?? 0;
}
