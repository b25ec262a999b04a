import { useListFilterContext, useListSortContext, useTranslate } from "react-admin";
import { USAGE_STATES } from "../../../../domain/contractRules.ts";
import { RUNNING, STATUS_ORDER } from "../statusOrder.ts";
import { FacetGroup } from "./FacetGroup.tsx";
import { toggleStatus, toggleUsageState } from "./facets.ts";
import overview from "./overview.module.css";
import { useContractSummary } from "./useContractSummary.ts";
import { useFilterChange } from "./useFilterChange.ts";

/**
 * The number of contracts per status and usage state; a press filters by it. A group's own filter
 * does not apply to its counts, so each count is the result of a press.
 */
export function ContractOverview() {
  const translate = useTranslate();
  const { filterValues } = useListFilterContext();
  const { status, usageState, ...others } = filterValues;
  const change = useFilterChange();
  const byStatus = useContractSummary({ ...others, usageState });
  const byUsage = useContractSummary({ ...others, status: status ?? RUNNING });
  const failed = byStatus.isError || byUsage.isError;
  return (
    <section
      className={overview.overview}
      aria-label={translate("resources.contracts.overview.label")}
    >
      <FacetGroup
        source="status"
        values={STATUS_ORDER}
        counts={byStatus.data?.status}
        all={{
          total: byStatus.data?.total,
          onPress: () => change((filters) => toggleStatus(filters)),
        }}
        onPress={(value) => change((filters) => toggleStatus(filters, value))}
      />
      <FacetGroup
        source="usageState"
        values={USAGE_STATES}
        counts={byUsage.data?.usageState}
        hint={status === undefined ? translate("resources.contracts.overview.running") : ""}
        onPress={(value) => change((filters) => toggleUsageState(filters, value))}
      />
      <SoonEnding />
      {failed ? (
        <p className={overview.failed} role="status">
          {translate("resources.contracts.overview.failed")}
        </p>
      ) : null}
    </section>
  );
}

/** Shows the running contracts, the next one to end first. */
function SoonEnding() {
  const translate = useTranslate();
  const { sort, setSort } = useListSortContext();
  const { filterValues, setFilters, displayedFilters } = useListFilterContext();
  const pressed =
    filterValues.status === RUNNING && sort.field === "endDate" && sort.order === "ASC";
  return (
    <button
      type="button"
      className={overview.facet}
      aria-pressed={pressed}
      onClick={() => {
        setFilters({ ...filterValues, status: RUNNING }, displayedFilters);
        setSort({ field: "endDate", order: "ASC" });
      }}
    >
      {translate("resources.contracts.overview.soonEnding")}
    </button>
  );
}
