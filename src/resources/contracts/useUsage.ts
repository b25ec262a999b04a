import { useQuery } from "@tanstack/react-query";
import type { UsageSeries } from "../../../domain/usage.ts";
import { useApi } from "../../providers/useApi.ts";

/** What a contract used per day or month, and what that leads to. */
export function useUsage(contractId: number, grain: UsageSeries["by"]) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["contracts", "usage", contractId, grain],
    queryFn: ({ signal }) =>
      api("GET /contracts/{id}/usage", { id: contractId, query: { by: grain }, signal }),
  });
}
