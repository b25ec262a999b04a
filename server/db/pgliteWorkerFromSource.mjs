// tsx does not reach into worker threads by itself (https://github.com/privatenumber/tsx/issues/354),
// so a thread that runs from source registers it first. Built code starts pgliteWorker.js directly.
import { register } from "tsx/esm/api";

register();
await import("./pgliteWorker.ts");
