import { useRef } from "react";
import { useListFilterContext } from "react-admin";

type Filters = Record<string, unknown>;

/**
 * Changes the list's filters. They stand in the address, which follows a moment later: two presses
 * in quick succession both count, because the second starts from what the first asked for.
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
