import { useEffect, useEffectEvent } from "react";
import { useApi } from "../data/useApi.ts";
import type { Listener } from "./liveEvent.ts";

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
