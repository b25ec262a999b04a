import { useListFilterContext, useTranslate } from "react-admin";
import { USAGE_STATES } from "../../../../domain/contractRules.ts";
import { STATUS_ORDER } from "../statusOrder.ts";
import { FacetGroup } from "./FacetGroup.tsx";
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
  const onChange = useFilterChange();
  const byStatus = useContractSummary({ ...others, usageState });
  const byUsage = useContractSummary({ ...others, status });
  const failed = byStatus.isError || byUsage.isError;
  return (
    <section
      className={overview.overview}
      aria-label={translate("resources.contracts.overview.label")}
    >
      <FacetGroup
        source="status"
        values={STATUS_ORDER}
        total={byStatus.data?.total}
        counts={byStatus.data?.status}
        onChange={onChange}
      />
      <FacetGroup
        source="usageState"
        values={USAGE_STATES}
        total={byUsage.data?.total}
        counts={byUsage.data?.usageState}
        onChange={onChange}
      />
      {failed ? (
        <p className={overview.failed} role="status">
          {translate("resources.contracts.overview.failed")}
        </p>
      ) : null}
    </section>
  );
}
