import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../../providers/data/useApi.ts";

/** The ways to sign in of an organization; the cards of its page share the request. */
export function useWays(organizationId: number) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["organizations", "ways", organizationId],
    queryFn: ({ signal }) => api("GET /organizations/{id}/ways", { id: organizationId, signal }),
  });
}
