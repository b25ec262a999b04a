import { monitorEventLoopDelay } from "node:perf_hooks";

// Loaded into the server's process: returns the longest delay of its event loop in ms since the
// last call.
const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

process.on("message", (question) => {
  if (question !== "loopDelay") return;
  // A turn later: a delay is recorded when the loop runs again.
  setTimeout(() => {
    process.send?.({ loopDelayMs: Math.max(0, delays.max / 1e6 - RESOLUTION_MS) });
    delays.reset();
  }, 2 * RESOLUTION_MS);
});
// Measuring must not keep the process alive.
process.channel?.unref();
