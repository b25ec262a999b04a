import { useMemo } from "react";
import { useDataProvider } from "react-admin";
import type { Organization } from "../../../domain/organizations/schemas.ts";
import type { Search } from "./useOptions.ts";

const MOST_OPTIONS = 20;

export function useOrganizationSearch(): Search {
  const dataProvider = useDataProvider();
  return useMemo(
    () => ({
      name: "organizations",
      find: async (q, signal) => {
        const { data } = await dataProvider.getList<Organization & { id: number }>(
          "organizations",
          {
            filter: { q },
            pagination: { page: 1, perPage: MOST_OPTIONS },
            sort: { field: "organizationName", order: "ASC" },
            signal,
          },
        );
        return data.map(({ organizationId, organizationName, organizationNo }) => ({
          id: organizationId,
          name: organizationName,
          note: organizationNo,
        }));
      },
    }),
    [dataProvider],
  );
}
