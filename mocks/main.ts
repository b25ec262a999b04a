import { setupWorker } from "msw/browser";
import { showBadge } from "./badge.ts";
import { handlers } from "./handlers.ts";
import { openWorld } from "./world.ts";

/** The entry of the page in mock mode: first the API is mocked, then the console starts as ever. */
await setupWorker(...handlers(openWorld())).start({
  quiet: true,
  // Files and Vite's own requests; what the API lacks, the last handler tells of.
  onUnhandledRequest: "bypass",
});
showBadge();
await import("../src/main.tsx");
