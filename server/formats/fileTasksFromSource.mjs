// See server/db/pgliteWorkerFromSource.mjs. Built code starts fileTasks.js.
import { register } from "tsx/esm/api";

register();
export const { runFileTask } = await import("./fileTasks.ts");
