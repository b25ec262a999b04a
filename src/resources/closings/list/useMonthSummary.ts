import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../../../providers/data/useApi.ts";

/** How many contracts of a month are open, closed and unusual. */
export function useMonthSummary(month: string) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["closings", "summary", month],
    queryFn: ({ signal }) => api("GET /closings/summary", { query: { month }, signal }),
    placeholderData: keepPreviousData,
  });
}
