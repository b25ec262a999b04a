// tsx does not apply to worker threads (https://github.com/privatenumber/tsx/issues/354), so a
// thread that runs from source registers it. Built code starts pgliteWorker.js.
import { register } from "tsx/esm/api";

register();
await import("./pgliteWorker.ts");
