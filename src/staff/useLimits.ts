import { useQuery } from "@tanstack/react-query";
import { can } from "../../domain/access.ts";
import type { ContractLimits } from "../../domain/contractRules.ts";
import { useApi } from "../providers/useApi.ts";
import { useUserProfile } from "../providers/userProfile.ts";

/** What is left of today's contract (spec 3, Contract limits); for members only. */
export function useLimits() {
  const { api } = useApi();
  const enabled = can(useUserProfile(), "limits.read");
  return useQuery({
    queryKey: ["contracts", "limits"],
    queryFn: ({ signal }) => api("GET /contracts/limits", { signal }),
    enabled,
  });
}

/** Whether there is no contract today: the API then answers zeros and false (design 3). */
export function hasNoContract(limits: ContractLimits): boolean {
  return (
    limits.remainingCount === 0 &&
    limits.remainingMinutes === 0 &&
    !limits.unlimitedCount &&
    !limits.unlimitedMinutes
  );
}
