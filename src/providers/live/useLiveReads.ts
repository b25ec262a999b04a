import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { readsOf } from "../readsOf.ts";
import { createBundle } from "./bundle.ts";
import { useSubscribe } from "./useSubscribe.ts";

/** Reloads the shown data of a resource, and of what lies below it, on events of a topic. */
export function useLiveReads(topic: string, resource: string): void {
  useSubscribe(topic, useBundledReads(resource));
}

/**
 * Returns a function that reloads the shown data of a resource. Calls within 200 ms share one
 * reload, since one change may cause events of several topics. Reloads start a second apart and do
 * not overlap.
 */
export function useBundledReads(resource: string): () => void {
  const queryClient = useQueryClient();
  const bundle = useMemo(
    () => createBundle(() => queryClient.invalidateQueries(readsOf(resource))),
    [queryClient, resource],
  );
  useEffect(() => bundle.stop, [bundle]);
  return bundle.ask;
}
