import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState, useSyncExternalStore } from "react";
import { useListContext } from "react-admin";
import { useApi } from "../../../providers/data/useApi.ts";
import { createEntryStore, PAGE_ROWS } from "./entryPages.ts";

/** The entries of a dictionary under the conditions of the surrounding list. */
export function useEntryPages(dictionaryId: number) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const { sort, filterValues } = useListContext();
  const conditions = JSON.stringify([filterValues, sort.field, sort.order]);

  const store = useMemo(() => {
    const [filter, field, order] = JSON.parse(conditions);
    return createEntryStore({
      queryClient,
      resource: `dictionaries/${dictionaryId}/entries`,
      conditions,
      isPlain: Object.keys(filter).length === 0 && field === "entryId" && order === "ASC",
      readPage: (page, signal) =>
        api("GET /dictionaries/{id}/entries", {
          id: dictionaryId,
          query: { ...filter, page, size: PAGE_ROWS, sort: `${field},${order.toLowerCase()}` },
          signal,
        }),
    });
  }, [api, queryClient, dictionaryId, conditions]);
  const total = useSyncExternalStore(store.subscribe, () => store.get().total);
  const error = useSyncExternalStore(store.subscribe, () => store.get().error);
  const known = useKnownTotal(total, JSON.stringify(filterValues));
  const isFiltered = Object.keys(filterValues).length > 0;
  return { store, total: error ? total : known, error, isFiltered };
}

/** Another order has as many entries: the table stays, and with it the focus, while they are read. */
function useKnownTotal(total: number | undefined, filter: string) {
  const [known, setKnown] = useState<{ total: number; filter: string }>();
  if (total !== undefined && (known?.total !== total || known.filter !== filter)) {
    setKnown({ total, filter });
  }
  return total ?? (known?.filter === filter ? known.total : undefined);
}

export type EntryPages = ReturnType<typeof useEntryPages>;
