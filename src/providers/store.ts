import { useSyncExternalStore } from "react";

interface Followed<Value> {
  get: () => Value;
  subscribe: (listener: () => void) => () => void;
}

/** A value outside of React; components follow it by `useStored`. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: Value): void {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export function useStored<Value>({ get, subscribe }: Followed<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
