import { useEffect, useEffectEvent } from "react";
import { useDataProvider } from "react-admin";
import type { ConsoleDataProvider } from "../dataProvider.ts";
import type { Hear } from "./liveEvent.ts";

/** Subscribes to a topic and those below it while the component is mounted. */
export function useSubscribe(topic: string, callback: Hear): void {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const onEvent = useEffectEvent(callback);
  useEffect(() => {
    const hear: Hear = (event) => onEvent(event);
    void dataProvider.subscribe(topic, hear);
    return () => void dataProvider.unsubscribe(topic, hear);
  }, [dataProvider, topic]);
}
