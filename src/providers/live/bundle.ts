const BUNDLE_MS = 200;

/** Runs `work` once for all calls within 200 ms; calls while it runs start it again afterwards. */
export function createBundle(work: () => Promise<unknown>) {
  let timer: number | undefined;
  let working = false;
  let again = false;

  const run = async () => {
    timer = undefined;
    working = true;
    await work();
    working = false;
    if (again) ask();
  };
  const ask = () => {
    again = working;
    if (!working) timer ??= window.setTimeout(run, BUNDLE_MS);
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
