import { crowd } from "./crowd.ts";

const BUNDLE_MS = 200;
/** Use may change several times a second; screens follow it within 2 s. */
const APART_MS = 1_000;

/**
 * Runs `work` once for all calls within 200 ms, and at most once a second; calls while it runs start
 * it again afterwards. The more screens are open, the longer it waits for a moment of its own,
 * unless a person has just written on this page.
 */
export function createBundle(work: () => Promise<unknown>) {
  let timer: number | undefined;
  let due = 0;
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
    if (working) return;
    const isOwn = crowd.isOwnChange();
    if (timer !== undefined && !isOwn) return;
    const [wait, apart] = isOwn ? [0, 0] : [crowd.wait(), crowd.spread()];
    const next = Math.max(Date.now() + BUNDLE_MS + wait, startedAt + Math.max(APART_MS, apart));
    if (timer !== undefined && next >= due) return;
    window.clearTimeout(timer);
    due = next;
    timer = window.setTimeout(run, next - Date.now());
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
