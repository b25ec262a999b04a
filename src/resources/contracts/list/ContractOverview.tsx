import { type ReactNode, useRef } from "react";
import { useListFilterContext, useListSortContext } from "react-admin";
import {
  type ContractStatus,
  USAGE_STATES,
  type UsageState,
} from "../../../../domain/contracts/rules.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { RUNNING, STATUS_ORDER } from "../statusOrder.ts";
import { useContractSummary } from "../useContractSummary.ts";
import overview from "./overview.module.css";

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
  const failed = byStatus.isError || byUsage.isError;
  return (
    <section className={overview.overview} aria-label={contracts.overview.label}>
      <FacetGroup
        source="status"
        values={STATUS_ORDER}
        nameOf={(value) => contracts.status[value]}
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
        nameOf={(value) => contracts.usageState[value]}
        counts={byUsage.data?.usageState}
        // What a press adds as well.
        legend={status === undefined || status === RUNNING ? contracts.overview.running : undefined}
        onPress={(value) => change((filters) => toggleUsageState(filters, value))}
      >
        <SoonEnding />
      </FacetGroup>
      {failed ? (
        <p className={overview.failed} role="status">
          {contracts.overview.failed}
        </p>
      ) : null}
    </section>
  );
}

/** The running contracts, or those of the statuses that are chosen, the next one to end first. */
function SoonEnding() {
  const { sort, setSort } = useListSortContext();
  const { filterValues, setFilters, displayedFilters } = useListFilterContext();
  const { status } = filterValues;
  const pressed = status !== undefined && sort.field === "endDate" && sort.order === "ASC";
  return (
    <button
      type="button"
      className={overview.facet}
      aria-pressed={pressed}
      onClick={() => {
        setFilters({ ...filterValues, status: status ?? RUNNING }, displayedFilters);
        setSort({ field: "endDate", order: "ASC" });
      }}
    >
      {contracts.overview.soonEnding}
    </button>
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

interface FacetGroupProps<Value extends string> {
  source: "status" | "usageState";
  values: readonly Value[];
  nameOf: (value: Value) => string;
  counts: Record<Value, number> | undefined;
  /** Offers to choose none of the values, with this count. */
  all?: { total: number | undefined; onPress: () => void };
  /** Default: the name of the filter. */
  legend?: string | undefined;
  onPress: (value: Value) => void;
  children?: ReactNode;
}

function FacetGroup<Value extends string>(props: FacetGroupProps<Value>) {
  const { source, values, nameOf, counts, all, onPress, children } = props;
  const { legend = contracts.overview[source] } = props;
  const { filterValues } = useListFilterContext();
  const chosen = chosenIn(filterValues[source], values);
  return (
    <fieldset className={overview.group} data-source={source}>
      <legend>{legend}</legend>
      <div className={overview.facets}>
        {all ? (
          <Facet
            label={contracts.overview.all}
            count={all.total}
            pressed={chosen.length === 0}
            onPress={all.onPress}
          />
        ) : null}
        {values.map((value) => (
          <Facet
            key={value}
            value={value}
            label={nameOf(value)}
            count={counts?.[value]}
            pressed={chosen.includes(value)}
            onPress={() => onPress(value)}
          />
        ))}
        {children}
      </div>
    </fieldset>
  );
}

interface FacetProps {
  value?: string;
  label: string;
  count: number | undefined;
  pressed: boolean;
  onPress: () => void;
}

function Facet({ value, label, count, pressed, onPress }: FacetProps) {
  return (
    <button
      type="button"
      className={overview.facet}
      data-value={count ? value : undefined}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {label}
      <span className={overview.facetCount}>{count === undefined ? "–" : formatNumber(count)}</span>
    </button>
  );
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
