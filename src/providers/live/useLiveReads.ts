import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { createBundle } from "./bundle.ts";
import { useSubscribe } from "./useSubscribe.ts";

/** Reads anew what the screens show of a resource when something at the topic happens. */
export function useLiveReads(topic: string, resource: string): void {
  useSubscribe(topic, useBundledReads(resource));
}

/**
 * Reads anew, on demand, what the screens show of a resource: what is asked for within 200 ms is
 * one reading, and one is over before the next begins. One demand may come from several topics.
 */
export function useBundledReads(resource: string): () => void {
  const queryClient = useQueryClient();
  const bundle = useMemo(
    () => createBundle(() => queryClient.invalidateQueries({ queryKey: [resource] })),
    [queryClient, resource],
  );
  useEffect(() => bundle.stop, [bundle]);
  return bundle.ask;
}
