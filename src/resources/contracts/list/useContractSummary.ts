import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { ContractSummary } from "../../../../domain/contracts.ts";
import type { ConsoleDataProvider } from "../../../providers/dataProvider.ts";

/** GET /contracts/summary under some of the list's filters; the same filters are asked once. */
export function useContractSummary(filter: Record<string, unknown>) {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    queryKey: ["contracts", "summary", filter],
    queryFn: (context) => dataProvider.read<ContractSummary>("contracts/summary", filter, context),
    placeholderData: keepPreviousData,
  });
}
