const MS_PER_STREAM = 3;
const LONGEST_MS = 3_000;

/**
 * The ms within which each screen waits for a random while before it reads what has changed or
 * connects again, so that the server is not asked by all of them at once (docs/decisions/017).
 * `openStreams` is their number, as the server tells it.
 */
export function spreadMs(openStreams: number): number {
  return Math.min(MS_PER_STREAM * openStreams, LONGEST_MS);
}
