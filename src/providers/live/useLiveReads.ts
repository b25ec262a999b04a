import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { createBundle } from "./bundle.ts";
import { useSubscribe } from "./useSubscribe.ts";

/**
 * Reads anew what the screens show of a resource when something at the topic happens: what comes
 * within 200 ms is one reading, and one is over before the next begins.
 */
export function useLiveReads(topic: string, resource: string): void {
  const queryClient = useQueryClient();
  const bundle = useMemo(
    () => createBundle(() => queryClient.invalidateQueries({ queryKey: [resource] })),
    [queryClient, resource],
  );
  useEffect(() => bundle.stop, [bundle]);
  useSubscribe(topic, bundle.ask);
}
