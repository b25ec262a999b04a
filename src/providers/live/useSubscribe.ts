import { useEffect, useEffectEvent } from "react";
import { useDataProvider } from "react-admin";
import type { ConsoleDataProvider } from "../dataProvider.ts";
import type { Listener } from "./liveEvent.ts";

/** Subscribes to a topic and those below it while the component is mounted. */
export function useSubscribe(topic: string, callback: Listener): void {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const onEvent = useEffectEvent(callback);
  useEffect(() => {
    const listener: Listener = (event) => onEvent(event);
    void dataProvider.subscribe(topic, listener);
    return () => void dataProvider.unsubscribe(topic, listener);
  }, [dataProvider, topic]);
}
