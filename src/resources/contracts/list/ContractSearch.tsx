import { USAGE_STATES } from "../../../../domain/contractRules.ts";
import { dateSentences } from "../../../../domain/dateSentences.ts";
import { OrganizationFilter } from "../../../components/list/OrganizationFilter.tsx";
import {
  SearchChecks,
  SearchMonth,
  SearchSelect,
  SearchText,
} from "../../../components/list/SearchFields.tsx";
import { SearchForm } from "../../../components/list/SearchForm.tsx";
import type { Draft } from "../../../components/list/searchDraft.ts";
import { STATUS_ORDER } from "../statusOrder.ts";

const statuses = STATUS_ORDER.map((id) => ({ id, name: `resources.contracts.status.${id}` }));
const usageStates = USAGE_STATES.map((id) => ({
  id,
  name: `resources.contracts.usageState.${id}`,
}));

/** The API refuses such months as well. */
function validate({ startMonth, endMonth }: Draft): Record<string, string> {
  const ends = typeof startMonth === "string" && typeof endMonth === "string" && endMonth !== "";
  return ends && endMonth < startMonth ? { endMonth: dateSentences.endMonthBeforeStart } : {};
}

export function ContractSearch() {
  return (
    <SearchForm validate={validate}>
      <SearchText source="q" label="resources.contracts.list.keyword" />
      <SearchMonth source="startMonth" label="resources.contracts.list.fromMonth" />
      <SearchMonth source="endMonth" label="resources.contracts.list.toMonth" />
      <SearchSelect source="usageState" choices={usageStates} />
      <SearchChecks source="status" choices={statuses} />
      <OrganizationFilter />
    </SearchForm>
  );
}
