import { monitorEventLoopDelay } from "node:perf_hooks";

// Loaded into the server's own process: answers the longest time in ms for which its event loop
// stood still since it was asked last.
const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

process.on("message", (question) => {
  if (question !== "loopDelay") return;
  // A turn later: a delay is noted when the loop runs again.
  setTimeout(() => {
    process.send?.({ loopDelayMs: Math.max(0, delays.max / 1e6 - RESOLUTION_MS) });
    delays.reset();
  }, 2 * RESOLUTION_MS);
});
// Watching alone is no reason to live on.
process.channel?.unref();
