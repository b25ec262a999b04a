import { useQuery } from "@tanstack/react-query";
import { can } from "../../domain/access.ts";
import { resourceTopic } from "../../domain/events.ts";
import { useApi } from "../providers/data/useApi.ts";
import { useLiveReads } from "../providers/live/useLiveReads.ts";
import { useUserProfile } from "../providers/signIn/userProfile.ts";

/** What is left of today's contract (docs/product/usage.md#limits); for members only. */
export function useLimits() {
  const { api } = useApi();
  const enabled = can(useUserProfile(), "limits.read");
  return useQuery({
    queryKey: ["contracts", "limits"],
    queryFn: ({ signal }) => api("GET /contracts/limits", { query: { caps: "true" }, signal }),
    enabled,
  });
}

/** Reads the limits and the own contracts again when use or a contract changes. */
export function useLiveLimits(): void {
  const { organizationId } = useUserProfile();
  useLiveReads(resourceTopic("limits", organizationId), "contracts");
}
