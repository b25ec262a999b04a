/** A user without any input for this time is idle. */
export const IDLE_MS = 10 * 60_000;

/** The time to answer the question before the lock is released. */
export const ANSWER_MS = 60_000;
