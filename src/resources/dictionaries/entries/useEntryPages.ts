import {
  type QueryClient,
  type UseQueryResult,
  useQueries,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useListContext } from "react-admin";
import type { Entry, EntryBatchResult } from "../../../../domain/entries.ts";
import type { Page } from "../../../../domain/paging.ts";
import { useApi } from "../../../providers/useApi.ts";

/** The most entries that the API answers at once. */
export const PAGE_ROWS = 100;

type EntryPage = Page<Entry>;

const entriesOf = (dictionaryId: number) => `dictionaries/${dictionaryId}/entries`;

const isFirstOrder = (field: string, order: string) => field === "entryId" && order === "ASC";

/** The entries under the conditions of the surrounding list, by pages of 100 as they are needed. */
export function useEntryPages(dictionaryId: number, needed: readonly number[]) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const { sort, filterValues } = useListContext();
  const conditions = JSON.stringify([filterValues, sort.field, sort.order]);

  const query = useCallback(
    (page: number) => {
      const [filter, field, order] = JSON.parse(conditions);
      return {
        queryKey: [entriesOf(dictionaryId), "page", conditions, page],
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<EntryPage> =>
          api("GET /dictionaries/{id}/entries", {
            id: dictionaryId,
            query: { ...filter, page, size: PAGE_ROWS, sort: `${field},${order.toLowerCase()}` },
            signal,
          }),
        // Events tell of changes; scrolling back and forth reads nothing twice.
        staleTime: Number.POSITIVE_INFINITY,
      };
    },
    [api, dictionaryId, conditions],
  );
  const { read, newest, error } = useQueries({ queries: needed.map(query), combine });

  // Until a page of these conditions is there, nobody knows how many entries there are.
  const [known, setKnown] = useState<{ conditions: string; total: number }>();
  const isKnown = known?.conditions === conditions;
  if (newest !== undefined && !(isKnown && known.total === newest)) {
    setKnown({ conditions, total: newest });
  }

  const pageAt = useCallback(
    (page: number) =>
      queryClient.getQueryData<EntryPage>([entriesOf(dictionaryId), "page", conditions, page]),
    [queryClient, dictionaryId, conditions],
  );
  // Looking into the cache for each row would cost frames.
  const inView = useMemo(
    () => new Map(needed.map((page, index) => [page, read[index]])),
    [needed, read],
  );
  const entryAt = useCallback(
    (index: number): Entry | undefined => {
      const page = Math.floor(index / PAGE_ROWS);
      return (inView.get(page) ?? pageAt(page))?.content[index % PAGE_ROWS];
    },
    [pageAt, inView],
  );
  return {
    total: newest ?? (isKnown ? known.total : undefined),
    error,
    isFiltered: Object.keys(filterValues).length > 0,
    entryAt,
    /** Where an entry is among the pages that are there. */
    indexOf: (entryId: number): number | undefined => {
      for (const page of needed) {
        const at = pageAt(page)?.content.findIndex((entry) => entry.entryId === entryId) ?? -1;
        if (at >= 0) return page * PAGE_ROWS + at;
      }
      return undefined;
    },
    /** Reads the entries from one index to another, including those that were not in view. */
    read: useCallback(
      async (from: number, to: number): Promise<Entry[]> => {
        const entries: Entry[] = [];
        for (
          let page = Math.floor(from / PAGE_ROWS);
          page <= Math.floor(to / PAGE_ROWS);
          page += 1
        ) {
          const { content } = await queryClient.fetchQuery(query(page));
          const first = page * PAGE_ROWS;
          entries.push(...content.slice(Math.max(from - first, 0), to - first + 1));
        }
        return entries;
      },
      [queryClient, query],
    ),
    /** Shows what was written before the server's event about it arrives. */
    written: useCallback(
      (result: EntryBatchResult) => {
        const [filter, field, order] = JSON.parse(conditions);
        const isPlain = Object.keys(filter).length === 0 && isFirstOrder(field, order);
        return putInto(queryClient, entriesOf(dictionaryId), result, isPlain);
      },
      [queryClient, dictionaryId, conditions],
    ),
  };
}

/** What was read of the pages; react-query keeps what is equal. */
function combine(results: readonly UseQueryResult<EntryPage>[]) {
  const newest = results
    .filter(({ data }) => data !== undefined)
    .sort((one, other) => other.dataUpdatedAt - one.dataUpdatedAt)[0];
  return {
    read: results.map(({ data }) => data),
    newest: newest?.data?.totalElements,
    error: results.find(({ error, data }) => error && !data)?.error ?? null,
  };
}

export type EntryPages = ReturnType<typeof useEntryPages>;

async function putInto(
  queryClient: QueryClient,
  resource: string,
  { created, updated, deleted }: EntryBatchResult,
  isPlain: boolean,
): Promise<void> {
  const byId = new Map(updated.map((entry) => [entry.entryId, entry]));
  const pages = { queryKey: [resource, "page"] };
  // A read that began before the write would bring back what was there before it.
  await queryClient.cancelQueries(pages);
  queryClient.setQueriesData<EntryPage>(pages, (page) => {
    if (!page) return page;
    const content = page.content.map((entry) => byId.get(entry.entryId) ?? entry);
    if (!isPlain) return { ...page, content };
    const isLast = page.page === Math.floor(page.totalElements / PAGE_ROWS);
    const room = PAGE_ROWS - content.length;
    return {
      ...page,
      content: isLast ? [...content, ...created.slice(0, room)] : content,
      totalElements: page.totalElements + created.length,
    };
  });
  if (deleted.length > 0 || (created.length > 0 && !isPlain)) {
    await queryClient.invalidateQueries(pages);
  }
}
