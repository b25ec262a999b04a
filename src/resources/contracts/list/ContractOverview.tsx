import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useListFilterContext, useListSortContext } from "react-admin";
import {
  type ContractStatus,
  RUNNING_STATUSES,
  USAGE_STATES,
  type UsageState,
} from "../../../../domain/contracts/rules.ts";
import { Facet, FacetGroup, Facets } from "../../../components/list/Facets.tsx";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { ApiRequest } from "../../../providers/data/api.ts";
import { useApi } from "../../../providers/data/useApi.ts";

const text = contracts.overview;
const TONES: Partial<Record<UsageState, "warning" | "error">> = {
  WARNING: "warning",
  REACHED: "error",
  EXCEEDED: "error",
};

/**
 * The number of contracts per status and usage state; a press filters by it. A group's own filter
 * does not apply to its counts, so each count is the result of a press.
 */
export function ContractOverview() {
  const { filterValues } = useListFilterContext();
  const { status, usageState, ...others } = filterValues;
  const change = useFilterChange();
  const byStatus = useContractSummary({ ...others, usageState });
  const byUsage = useContractSummary({ ...others, status: status ?? RUNNING });
  const statuses = chosenIn(status, STATUS_ORDER);
  const usageStates = chosenIn(usageState, USAGE_STATES);
  return (
    <Facets label={text.label} failure={(byStatus.isError || byUsage.isError) && text.failed}>
      <FacetGroup legend={text.status} first tabs>
        <Facet
          label={text.all}
          count={byStatus.data?.total}
          pressed={statuses.length === 0}
          onPress={() => change(toggleStatus)}
        />
        {STATUS_ORDER.map((value) => (
          <Facet
            key={value}
            label={contracts.status[value]}
            count={byStatus.data?.status[value]}
            pressed={statuses.includes(value)}
            onPress={() => change((filters) => toggleStatus(filters, value))}
          />
        ))}
      </FacetGroup>
      {/* The legend says what a press adds as well. */}
      <FacetGroup
        legend={status === undefined || status === RUNNING ? text.running : text.usageState}
      >
        {USAGE_STATES.map((value) => (
          <Facet
            key={value}
            label={contracts.usageState[value]}
            count={byUsage.data?.usageState[value]}
            tone={TONES[value]}
            pressed={usageStates.includes(value)}
            onPress={() => change((filters) => toggleUsageState(filters, value))}
          />
        ))}
        <SoonEnding />
      </FacetGroup>
    </Facets>
  );
}

/** The running contracts, or those of the statuses that are chosen, the next one to end first. */
function SoonEnding() {
  const { sort, setSort } = useListSortContext();
  const { filterValues, setFilters, displayedFilters } = useListFilterContext();
  const { status } = filterValues;
  const pressed = status !== undefined && sort.field === "endDate" && sort.order === "ASC";
  return (
    <Facet
      label={text.soonEnding}
      count={null}
      pressed={pressed}
      onPress={() => {
        setFilters({ ...filterValues, status: status ?? RUNNING }, displayedFilters);
        setSort({ field: "endDate", order: "ASC" });
      }}
    />
  );
}

type Filters = Record<string, unknown>;

/** Changes the filters in the address. The second of two quick presses starts from the first. */
function useFilterChange() {
  const { filterValues, displayedFilters, setFilters } = useListFilterContext();
  const asked = useRef<{ shown: Filters; wanted: Filters } | undefined>(undefined);
  return (change: (filters: Filters) => Filters) => {
    const before = asked.current;
    const wanted = change(before && before.shown === filterValues ? before.wanted : filterValues);
    asked.current = { shown: filterValues, wanted };
    setFilters(wanted, displayedFilters);
  };
}

/** The known values of a filter (ids separated by commas), which comes from the address. */
function chosenIn<Value extends string>(filter: unknown, values: readonly Value[]): Value[] {
  const given: string[] = typeof filter === "string" ? filter.split(",") : [];
  return values.filter((value) => given.includes(value));
}

/** Adds a status to the filters or removes it; without one, all statuses show. */
function toggleStatus({ status, ...others }: Filters, value?: ContractStatus): Filters {
  const next = value === undefined ? "" : toggled(status, value, STATUS_ORDER);
  return next === "" ? others : { ...others, status: next };
}

/**
 * Adds a usage state or removes it. An alarm is about running contracts, so it chooses these unless
 * statuses are chosen already, and takes that back with the last usage state.
 */
function toggleUsageState(filters: Filters, value: UsageState): Filters {
  const { usageState, status, ...others } = filters;
  const next = toggled(usageState, value, USAGE_STATES);
  if (next !== "") return { ...others, usageState: next, status: status ?? RUNNING };
  return status === undefined || status === RUNNING ? others : { ...others, status };
}

function toggled<Value extends string>(
  filter: unknown,
  value: Value,
  values: readonly Value[],
): string {
  const chosen = chosenIn(filter, values);
  return values.filter((each) => chosen.includes(each) !== (each === value)).join(",");
}

type Filter = NonNullable<ApiRequest<"GET /contracts/summary">["query"]>;

/** The contracts per status and usage state; equal filters share one request. */
export function useContractSummary(filter: Filter) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["contracts", "summary", filter],
    queryFn: ({ signal }) => api("GET /contracts/summary", { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The order on screens: running, needs attention, over. */
const STATUS_ORDER: readonly ContractStatus[] = [
  "ACTIVE",
  "EXPIRING",
  "UPCOMING",
  "EXPIRED",
  "TERMINATED",
];

/** The statuses of the contracts that cover today, as a filter of the list. */
export const RUNNING = RUNNING_STATUSES.join(",");
