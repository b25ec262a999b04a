import type { QueryOptions } from "@tanstack/react-query";
import { retryAfterMs } from "./answerStatus.ts";

/**
 * Repeats a read that nobody asked for, since an event caused it, as long as the server refuses it
 * and says when it takes it (429, 503). Nobody sees an error of it.
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
