import Button from "@mui/material/Button";
import { useGetOne, useListFilterContext, useTranslate } from "react-admin";
import type { Organization } from "../../../domain/organizations.ts";
import styles from "./SearchForm.module.css";

/** Says that a list shows one organization only, and removes that filter on request. */
export function OrganizationFilter() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListFilterContext();
  const { organizationId, ...others } = filterValues;
  const id = Number(organizationId);
  const { data } = useGetOne<Organization & { id: number }>(
    "organizations",
    { id },
    { enabled: id > 0 },
  );
  if (!(id > 0)) return null;
  return (
    <p className={styles.only}>
      {translate("app.search.onlyOrganization", { name: data?.organizationName ?? String(id) })}
      <Button size="small" color="secondary" onClick={() => setFilters(others, undefined, false)}>
        {translate("app.search.everyOrganization")}
      </Button>
    </p>
  );
}
