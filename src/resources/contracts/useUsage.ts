import { useQuery } from "@tanstack/react-query";
import type { UsageQuery } from "../../../domain/usage/schemas.ts";
import { useApi } from "../../providers/data/useApi.ts";

/** What a contract used per day or month, and what that leads to. */
export function useUsage(contractId: number, query: UsageQuery) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["contracts", "usage", contractId, query],
    queryFn: ({ signal }) => api("GET /contracts/{id}/usage", { id: contractId, query, signal }),
  });
}
