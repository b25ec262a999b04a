// See server/db/pgliteWorkerFromSource.mjs. Built code starts fileTasks.js.
const built = process.env.BUILT_SERVER;
if (!built) {
  const { register } = await import("tsx/esm/api");
  register();
}
export const { runFileTask } = await import(
  built ? new URL("fileTasks.js", built).href : "./fileTasks.ts"
);
