import { covers } from "../../../domain/events.ts";
import type { Listener, LiveEvent } from "./liveEvent.ts";

/** The subscriptions of this tab; `onUse` is called for the first one and after the last one. */
export function createSubscriptions(onUse: (used: boolean) => void) {
  let subscriptions: readonly { topic: string; listener: Listener }[] = [];

  return {
    add(topic: string, listener: Listener): void {
      subscriptions = [...subscriptions, { topic, listener }];
      if (subscriptions.length === 1) onUse(true);
    },

    remove(topic: string, listener: Listener): void {
      const found = subscriptions.find((one) => one.topic === topic && one.listener === listener);
      if (!found) return;
      subscriptions = subscriptions.filter((one) => one !== found);
      if (subscriptions.length === 0) onUse(false);
    },

    deliver(event: LiveEvent): void {
      for (const { topic, listener } of subscriptions) if (covers(topic, event)) listener(event);
    },

    /** Tells all subscriptions to read again, each with its own topic. */
    deliverMissed(): void {
      for (const { topic, listener } of subscriptions) {
        listener({ topic, type: "missed", payload: { ids: [] } });
      }
    },
  };
}
