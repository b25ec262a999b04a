import { useGetOne, useListFilterContext } from "react-admin";
import type { Organization } from "../../../domain/organizations/schemas.ts";
import { app } from "../../i18n/ja/app.ts";
import { Condition } from "./SearchFields.tsx";

/** Says which organization alone a list shows, and removes that filter on request. */
export function OrganizationFilter() {
  const { filterValues } = useListFilterContext();
  const id = Number(filterValues.organizationId);
  const { data } = useGetOne<Organization & { id: number }>(
    "organizations",
    { id },
    { enabled: id > 0 },
  );
  if (!(id > 0)) return null;
  return (
    <Condition
      source="organizationId"
      text={app.search.organization(data?.organizationName ?? String(id))}
      off={app.search.everyOrganization}
    />
  );
}
