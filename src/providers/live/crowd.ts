import { spreadMs } from "../../../domain/events.ts";

/** The event about an own write may arrive before its answer, or a while after it. */
const OWN_MS = 5_000;

let openStreams = 0;
let wroteAt = Number.NEGATIVE_INFINITY;

/**
 * How many screens hear of a change besides this one, and when this one acts on it. The number
 * outlives its stream: after a restart of the server all of them come back.
 */
export const crowd = {
  setOpen: (open: number) => {
    openStreams = open;
  },
  /** A person writes on this page, and expects to see it at once. */
  wrote: () => {
    wroteAt = Date.now();
  },
  isOwnChange: () => Date.now() - wroteAt < OWN_MS,
  spread: () => spreadMs(openStreams),
  /** A random wait in ms within the spread. */
  wait: () => Math.random() * spreadMs(openStreams),
};
