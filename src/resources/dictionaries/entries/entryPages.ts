import { QueriesObserver, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useListContext } from "react-admin";
import type { EntryRange } from "../../../../domain/entries/bulk.ts";
import type { Entry, EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import type { Page } from "../../../../domain/paging.ts";
import { readsOf } from "../../../providers/data/reads.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";

/** The most entries that the API answers at once. */
export const PAGE_ROWS = 100;

type EntryPage = Page<Entry>;

interface PagesState {
  /** Undefined until a page is there: before that the number of entries is unknown. */
  total: number | undefined;
  error: Error | null;
  /** What was read of the needed pages, by their numbers. */
  read: ReadonlyMap<number, EntryPage>;
  /** Whether an engine has fetched any of what was read. */
  hasFetched: boolean;
  /** Whether engines tell which words they have recognised; undefined until a page is read. */
  hasUses: boolean | undefined;
}

interface EntrySource {
  queryClient: QueryClient;
  /** The first part of the key of everything that is read of these entries. */
  resource: string;
  conditions: string;
  /** Nothing is filtered, and new entries come last. */
  isPlain: boolean;
  readPage: (page: number, signal: AbortSignal) => Promise<EntryPage>;
  readRange: (from: number, to: number, signal: AbortSignal) => Promise<EntryRange>;
}

export type EntryStore = ReturnType<typeof createEntryStore>;

/**
 * The entries under the conditions of a list, by pages of 100 as they are needed. Components
 * subscribe to what they show, so that a page that arrives during a scroll renders only rows.
 */
function createEntryStore(source: EntrySource) {
  const { queryClient, resource, conditions, isPlain, readPage, readRange } = source;
  const query = (page: number) => ({
    queryKey: [resource, "page", conditions, page],
    queryFn: ({ signal }: { signal: AbortSignal }) => readPage(page, signal),
    // Events tell of changes; scrolling back and forth reads nothing twice.
    staleTime: Number.POSITIVE_INFINITY,
    notifyOnChangeProps: ["data" as const, "error" as const],
  });

  let needed = [0];
  const observer = new QueriesObserver(queryClient, needed.map(query));
  let state: PagesState = {
    total: undefined,
    error: null,
    read: new Map(),
    hasFetched: false,
    hasUses: undefined,
  };
  let seen: unknown;

  const get = (): PagesState => {
    const results = observer.getCurrentResult();
    if (results === seen) return state;
    seen = results;
    const present = results.flatMap(({ data, dataUpdatedAt }, index) =>
      data === undefined
        ? []
        : [{ page: needed[index] ?? 0, data: data as EntryPage, dataUpdatedAt }],
    );
    const newest = present.toSorted((one, other) => other.dataUpdatedAt - one.dataUpdatedAt)[0];
    state = {
      total: newest?.data.totalElements ?? state.total,
      error: results.find(({ error, data }) => error && !data)?.error ?? null,
      read: new Map(present.map(({ page, data }) => [page, data])),
      hasFetched: present.some(({ data }) =>
        data.content.some(({ reflection }) => reflection?.fetched),
      ),
      hasUses:
        present.length === 0
          ? undefined
          : present.some(({ data }) =>
              data.content.some(({ uses30Days }) => typeof uses30Days === "number"),
            ),
    };
    return state;
  };

  const entryAt = (index: number): Entry | undefined => {
    const page = Math.floor(index / PAGE_ROWS);
    // Looking into the cache for each row would cost frames.
    const read = get().read.get(page) ?? queryClient.getQueryData<EntryPage>(query(page).queryKey);
    return read?.content[index % PAGE_ROWS];
  };

  return {
    subscribe: (listener: () => void) => observer.subscribe(listener),
    get,
    need: (pages: number[]) => {
      needed = pages;
      observer.setQueries(needed.map(query));
    },
    entryAt,
    /** Where an entry is among the needed pages. */
    indexOf: (entryId: number): number | undefined => {
      for (const [page, { content }] of get().read) {
        const at = content.findIndex((entry) => entry.entryId === entryId);
        if (at >= 0) return page * PAGE_ROWS + at;
      }
      return undefined;
    },
    /** The entries from one index to another, by one request unless all are there. */
    range: async (from: number, to: number, signal: AbortSignal): Promise<Entry[]> => {
      const indexes = Array.from({ length: to - from + 1 }, (_, n) => from + n);
      const present = indexes.flatMap((index) => entryAt(index) ?? []);
      if (present.length === indexes.length) return present;
      const { content } = await readRange(from, to, signal);
      return content.map((entry) => ({ ...entry, warnings: [] }));
    },
    /** Reads the entries from one index to another, including those that were not in view. */
    read: async (from: number, to: number): Promise<Entry[]> => {
      const entries: Entry[] = [];
      for (let page = Math.floor(from / PAGE_ROWS); page <= Math.floor(to / PAGE_ROWS); page += 1) {
        const { content } = await queryClient.fetchQuery(query(page));
        const first = page * PAGE_ROWS;
        entries.push(...content.slice(Math.max(from - first, 0), to - first + 1));
      }
      return entries;
    },
    /** Those of the first entries that are there without a read, up to the first that is not. */
    firstRead: (most: number): Entry[] => {
      const entries: Entry[] = [];
      for (let page = 0; entries.length < most; page += 1) {
        const stored = queryClient.getQueryState<EntryPage>(query(page).queryKey);
        const read = get().read.get(page) ?? (stored?.isInvalidated ? undefined : stored?.data);
        if (!read) break;
        entries.push(...read.content);
        if (read.content.length < PAGE_ROWS) break;
      }
      return entries.slice(0, most);
    },
    /** Shows what was done to many entries before the server's event about it arrives. */
    acted: async () => {
      const pages = { queryKey: [resource, "page"] };
      await queryClient.cancelQueries(pages);
      await queryClient.invalidateQueries(pages);
    },
    /** The same of single entries, without a read where that is possible. */
    written: (result: EntryBatchResult) => putInto(queryClient, resource, result, isPlain),
  };
}
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
  // The event about the write may have come before its answer.
  const read = queryClient.getQueriesData<EntryPage>(pages).flatMap(([, page]) => page?.content);
  const there = new Set(read.map((entry) => entry?.entryId));
  const added = created.filter(({ entryId }) => !there.has(entryId));
  queryClient.setQueriesData<EntryPage>(pages, (page) => {
    if (!page) return page;
    const content = page.content.map((entry) => {
      const changed = byId.get(entry.entryId);
      return changed ? { ...changed, uses30Days: entry.uses30Days } : entry;
    });
    if (!isPlain) return { ...page, content };
    const isLast = page.page === Math.floor(page.totalElements / PAGE_ROWS);
    const free = PAGE_ROWS - content.length;
    return {
      ...page,
      content: isLast ? [...content, ...added.slice(0, free)] : content,
      totalElements: page.totalElements + added.length,
    };
  });
  if (deleted.length > 0 || (created.length > 0 && !isPlain)) {
    await queryClient.invalidateQueries(pages);
  }
}

/** The entries of a dictionary under the conditions of the surrounding list. */
export function useEntryPages(dictionaryId: number) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const { sort, filterValues } = useListContext();
  const conditions = JSON.stringify([filterValues, sort.field, sort.order]);
  const resource = `dictionaries/${dictionaryId}/entries`;
  useLiveReads(resourceTopic("reflection"), resource);
  // Nobody hears of changes while the sheet is away: what was read is read again when it is back.
  useEffect(
    () => () => {
      void queryClient.invalidateQueries({ ...readsOf(resource), refetchType: "none" });
    },
    [queryClient, resource],
  );

  const store = useMemo(() => {
    const [filter, field, order] = JSON.parse(conditions);
    return createEntryStore({
      queryClient,
      resource,
      conditions,
      isPlain: Object.keys(filter).length === 0 && field === "entryId" && order === "ASC",
      readPage: (page, signal) =>
        api("GET /dictionaries/{id}/entries", {
          id: dictionaryId,
          query: {
            ...filter,
            page,
            size: PAGE_ROWS,
            sort: `${field},${order.toLowerCase()}`,
            reflection: true,
          },
          signal,
        }),
      readRange: (from, to, signal) =>
        api("GET /dictionaries/{id}/entries/range", {
          id: dictionaryId,
          query: { ...filter, from, to, sort: `${field},${order.toLowerCase()}` },
          signal,
        }),
    });
  }, [api, queryClient, dictionaryId, resource, conditions]);
  const total = useSyncExternalStore(store.subscribe, () => store.get().total);
  const error = useSyncExternalStore(store.subscribe, () => store.get().error);
  const known = useKnownTotal(total, JSON.stringify(filterValues));
  const hasUses = useKnown(useSyncExternalStore(store.subscribe, () => store.get().hasUses));
  const isFiltered = Object.keys(filterValues).length > 0;
  return { store, total: error ? total : known, error, isFiltered, filterValues, hasUses };
}

/** What was read last, while other rows are read. */
function useKnown(isSo: boolean | undefined): boolean {
  const [known, setKnown] = useState(false);
  if (isSo !== undefined && isSo !== known) setKnown(isSo);
  return isSo ?? known;
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
