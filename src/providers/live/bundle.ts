const BUNDLE_MS = 200;

/** Does something once for all who ask within 200 ms, and again for who asks while it is done. */
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
