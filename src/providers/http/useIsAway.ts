import { useSyncExternalStore } from "react";
import { connectivity } from "./connectivity.ts";

export function useIsAway(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isAway);
}
