// tsx does not apply to worker threads (https://github.com/privatenumber/tsx/issues/354), so a
// thread that runs from source registers it, which takes 0.4 s. Built code starts pgliteWorker.js;
// so do tests, which start many threads.
const built = process.env.BUILT_SERVER;
if (built) await import(new URL("pgliteWorker.js", built).href);
else {
  const { register } = await import("tsx/esm/api");
  register();
  await import("./pgliteWorker.ts");
}
