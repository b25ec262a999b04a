/** So long without any input is somebody who has gone away. */
export const IDLE_MS = 10 * 60_000;

/** So long is waited for an answer before the lock is let go. */
export const ANSWER_MS = 60_000;
