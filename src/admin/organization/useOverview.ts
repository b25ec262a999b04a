import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../providers/data/useApi.ts";

/** What an organization has beside its contracts; the parts of its page share the request. */
export function useOverview(organizationId: number) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["organizations", "overview", organizationId],
    queryFn: ({ signal }) =>
      api("GET /organizations/{id}/overview", { id: organizationId, signal }),
  });
}
