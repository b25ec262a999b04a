import type { Query, QueryClient, QueryOptions } from "@tanstack/react-query";
import { isRefusedForNow, retryAfterMs } from "../problems/answerStatus.ts";

/**
 * Repeats a read that an event caused, as long as the server refuses it and says when to retry
 * (429, 503). Its errors are not shown.
 */
export const REPEATED = {
  retry: (_failures, error) => retryAfterMs(error) !== undefined,
  retryDelay: (_failures, error) => retryAfterMs(error) ?? 0,
} satisfies Pick<QueryOptions, "retry" | "retryDelay">;

/** The same for a read that is no query. */
export async function repeated<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    const wait = retryAfterMs(error);
    if (wait === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return repeated(read);
  }
}

/** For a refusal that names no time. */
const UNNAMED_MS = 5_000;

/**
 * Repeats reads whose error is shown, for as long as the server refuses them (429, 503) and the page
 * shows them. The pace is the server's. Returns a function that stops it.
 */
export function repeatRefusedReads(queryClient: QueryClient): () => void {
  const timers = new Map<string, number>();

  function repeat({ queryHash, queryKey }: Query): void {
    timers.delete(queryHash);
    // A page that is shown again reads what is missing.
    if (document.hidden) return;
    void queryClient.refetchQueries({
      queryKey,
      exact: true,
      type: "active",
      predicate: ({ state }) => state.status === "error",
    });
  }

  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "error") return;
    const { query, action } = event;
    if (!isRefusedForNow(action.error) || timers.has(query.queryHash)) return;
    // At random times, so that not all pages come back at once.
    const wait = (retryAfterMs(action.error) ?? UNNAMED_MS) * (1 + Math.random());
    timers.set(
      query.queryHash,
      window.setTimeout(() => repeat(query), wait),
    );
  });

  return () => {
    unsubscribe();
    for (const timer of timers.values()) window.clearTimeout(timer);
    timers.clear();
  };
}
