// See server/db/pgliteWorkerFromSource.mjs. Built code starts analyserTasks.js.
const built = process.env.BUILT_SERVER;
if (!built) {
  const { register } = await import("tsx/esm/api");
  register();
}
export const { runAnalyserTask } = await import(
  built ? new URL("analyserTasks.js", built).href : "./analyserTasks.ts"
);
