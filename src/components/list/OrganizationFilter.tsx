import CloseIcon from "@mui/icons-material/Close";
import { useGetOne, useListFilterContext } from "react-admin";
import type { Organization } from "../../../domain/organizations/schemas.ts";
import { app } from "../../i18n/ja/app.ts";
import styles from "./SearchForm.module.css";

/** Says which organization alone a list shows, and removes that filter on request. */
export function OrganizationFilter() {
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
    <p className={styles.chip}>
      {app.search.organization(data?.organizationName ?? String(id))}
      <button
        type="button"
        aria-label={app.search.everyOrganization}
        title={app.search.everyOrganization}
        onClick={() => setFilters(others, undefined, false)}
      >
        <CloseIcon sx={{ fontSize: 16 }} />
      </button>
    </p>
  );
}
