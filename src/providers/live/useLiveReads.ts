import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { readsOf } from "../data/readsOf.ts";
import { REPEATED } from "../data/refusedReads.ts";
import { createBundle } from "./bundle.ts";
import { useSubscribe } from "./useSubscribe.ts";

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
    () => createBundle(() => readAnew(queryClient, resource)),
    [queryClient, resource],
  );
  useEffect(() => bundle.stop, [bundle]);
  return bundle.ask;
}

/** Keeps what is shown until it is read: a refused read is repeated when the server says. */
function readAnew(queryClient: QueryClient, resource: string): Promise<void> {
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
