import type { QueryFilters } from "@tanstack/react-query";

/** Selects the cached reads of a resource and of what lies below it: `contracts/1/ledger`. */
export function readsOf(resource: string): QueryFilters {
  return {
    predicate: ({ queryKey: [first] }) =>
      first === resource || (typeof first === "string" && first.startsWith(`${resource}/`)),
  };
}
