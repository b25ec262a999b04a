import { useMemo } from "react";
import { useApi } from "../../providers/data/useApi.ts";
import type { Search } from "./useOptions.ts";

const MOST_OPTIONS = 20;

export function useOrganizationSearch(): Search {
  const { api } = useApi();
  return useMemo(
    () => ({
      name: "organizations",
      find: async (q, signal) => {
        const { content } = await api("GET /organizations", {
          query: { q, size: MOST_OPTIONS, sort: "organizationName,asc" },
          signal,
        });
        return content.map(({ organizationId, organizationName, organizationNo }) => ({
          id: organizationId,
          name: organizationName,
          note: organizationNo,
        }));
      },
    }),
    [api],
  );
}
