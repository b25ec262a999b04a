import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ApiRequest } from "../../providers/data/api.ts";
import { useApi } from "../../providers/data/useApi.ts";

type Filter = NonNullable<ApiRequest<"GET /contracts/summary">["query"]>;

/** The contracts per status and usage state; equal filters share one request. */
export function useContractSummary(filter: Filter) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["contracts", "summary", filter],
    queryFn: ({ signal }) => api("GET /contracts/summary", { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}
