import { useRef } from "react";
import { useListFilterContext } from "react-admin";

type Filters = Record<string, unknown>;

/** Changes the filters in the address. The second of two quick presses starts from the first. */
export function useFilterChange() {
  const { filterValues, displayedFilters, setFilters } = useListFilterContext();
  const asked = useRef<{ shown: Filters; wanted: Filters } | undefined>(undefined);
  return (change: (filters: Filters) => Filters) => {
    const before = asked.current;
    const wanted = change(before && before.shown === filterValues ? before.wanted : filterValues);
    asked.current = { shown: filterValues, wanted };
    setFilters(wanted, displayedFilters);
  };
}
