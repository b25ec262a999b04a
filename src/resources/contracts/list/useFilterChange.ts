import { useRef } from "react";
import { useListFilterContext } from "react-admin";

type Filters = Record<string, unknown>;

/**
 * Changes the list's filters. The address follows a moment later; two quick presses both count,
 * because the second one starts from the result of the first.
 */
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
