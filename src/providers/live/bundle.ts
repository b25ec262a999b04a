const BUNDLE_MS = 200;
/** Use may change several times a second; screens follow it within 2 s. */
const APART_MS = 1_000;

/**
 * Runs `work` once for all calls within 200 ms, and at most once a second; calls while it runs start
 * it again afterwards.
 */
export function createBundle(work: () => Promise<unknown>) {
  let timer: number | undefined;
  let working = false;
  let again = false;
  let startedAt = Number.NEGATIVE_INFINITY;

  const run = async () => {
    timer = undefined;
    working = true;
    startedAt = Date.now();
    await work();
    working = false;
    if (again) ask();
  };
  const ask = () => {
    again = working;
    const wait = Math.max(BUNDLE_MS, startedAt + APART_MS - Date.now());
    if (!working) timer ??= window.setTimeout(run, wait);
  };
  return {
    ask,
    stop: () => {
      window.clearTimeout(timer);
      timer = undefined;
      again = false;
    },
  };
}
