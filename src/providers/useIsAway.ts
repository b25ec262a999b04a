import { useSyncExternalStore } from "react";
import { connectivity } from "./connectivity.ts";

/** Whether requests do not reach the server at present. */
export function useIsAway(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isAway);
}
