import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiRequest } from "../../../providers/api.ts";
import { useApi } from "../../../providers/useApi.ts";

/** GET /contracts/summary; equal filters share one request. */
type Filter = NonNullable<ApiRequest<"GET /contracts/summary">["query"]>;

export function useContractSummary(filter: Filter) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["contracts", "summary", filter],
    queryFn: ({ signal }) => api("GET /contracts/summary", { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}
