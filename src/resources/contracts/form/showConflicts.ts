import type { QueryClient } from "@tanstack/react-query";
import { HttpError } from "ra-core";
import type { ContractCheckResult } from "../../../../domain/contracts.ts";

/**
 * A refusal for an overlap (409) names the contracts in the way: they are shown as if the check
 * of what stands in the form had just found them.
 */
export function showConflicts(queryClient: QueryClient, error: Error): void {
  const conflicts: unknown = error instanceof HttpError ? error.body?.conflicts : undefined;
  if (!Array.isArray(conflicts)) return;
  queryClient.setQueriesData<ContractCheckResult>(
    { queryKey: ["contracts", "check"], type: "active" },
    { conflicts, warnings: [] },
  );
}
