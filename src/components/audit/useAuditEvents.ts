import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AuditEvent, AuditEventPage } from "../../../domain/audit/schemas.ts";
import { useApi } from "../../providers/data/useApi.ts";

export type AuditEventRecord = AuditEvent & { id: number };

interface AuditEvents {
  /** Newest first; undefined until the first page has arrived. */
  events: AuditEventRecord[] | undefined;
  error: Error | null;
  isFetching: boolean;
  /** Whether there may be more, although a page may hold none. */
  hasMore: boolean;
  readMore: () => void;
}

const FIRST: string | null = null;

/**
 * The events that `filter` selects, page after page, those after `start` if it is given; a history
 * without a period has no beginning.
 */
export function useAuditEvents(
  filter: Readonly<Record<string, unknown>>,
  start: string | null = FIRST,
): AuditEvents {
  const { api } = useApi();
  const read = useInfiniteQuery<
    AuditEventPage,
    Error,
    InfiniteData<AuditEventPage>,
    readonly unknown[],
    string | null
  >({
    queryKey: ["audit-events", filter, start],
    queryFn: ({ pageParam: after, signal }) =>
      api("GET /audit-events", { query: { ...filter, after }, signal }),
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
    retry: false,
  });
  const { data, error, isFetching, hasNextPage, fetchNextPage } = read;
  const events = useMemo(
    () =>
      data?.pages.flatMap(({ content }) =>
        content.map((event) => ({ ...event, id: event.auditEventId })),
      ),
    [data],
  );
  return {
    events,
    error,
    isFetching,
    hasMore: hasNextPage,
    readMore: () => void fetchNextPage(),
  };
}
