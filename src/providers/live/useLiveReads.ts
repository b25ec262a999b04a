import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { readsOf } from "../data/reads.ts";
import { REPEATED } from "../data/refusedReads.ts";
import { useApi } from "../data/useApi.ts";
import { crowd } from "./crowd.ts";
import type { Listener } from "./stream.ts";

/** Subscribes to a topic and those below it while the component is mounted. */
export function useSubscribe(topic: string, callback: Listener): void {
  const { subscribe, unsubscribe } = useApi();
  const onEvent = useEffectEvent(callback);
  useEffect(() => {
    const listener: Listener = (event) => onEvent(event);
    void subscribe(topic, listener);
    return () => void unsubscribe(topic, listener);
  }, [subscribe, unsubscribe, topic]);
}

/** Reloads the shown data of a resource, and of what lies below it, on events of a topic. */
export function useLiveReads(topic: string, resource: string): void {
  useSubscribe(topic, useBundledReads(resource));
}

/**
 * Returns a function that reloads the shown data of a resource. Calls within 200 ms share one
 * reload, since one change may cause events of several topics. Reloads start at least a second apart
 * and do not overlap.
 */
export function useBundledReads(resource: string): () => void {
  const queryClient = useQueryClient();
  const bundle = useMemo(
    () => createBundle(() => readAgain(queryClient, resource)),
    [queryClient, resource],
  );
  useEffect(() => bundle.stop, [bundle]);
  return bundle.ask;
}

/** Keeps what is shown until it is read: a refused read is repeated when the server says. */
function readAgain(queryClient: QueryClient, resource: string): Promise<void> {
  const shown = queryClient
    .getQueryCache()
    .findAll({ ...readsOf(resource), type: "active" })
    .filter(({ state }) => state.data !== undefined)
    .map((query) => ({ query, options: query.options }));
  for (const { query, options } of shown) query.setOptions({ ...options, ...REPEATED });
  const reading = queryClient.invalidateQueries(readsOf(resource));
  // A read keeps the options that it began with; the next one may be asked for by a person.
  for (const { query, options } of shown) query.setOptions(options);
  return reading;
}

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
