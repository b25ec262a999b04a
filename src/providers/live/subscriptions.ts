import { covers } from "../../../domain/events.ts";
import type { Hear, LiveEvent } from "./liveEvent.ts";

/** The subscriptions of this tab; `onUse` is called for the first one and after the last one. */
export function createSubscriptions(onUse: (used: boolean) => void) {
  let subscriptions: readonly { topic: string; hear: Hear }[] = [];

  return {
    add(topic: string, hear: Hear): void {
      subscriptions = [...subscriptions, { topic, hear }];
      if (subscriptions.length === 1) onUse(true);
    },

    remove(topic: string, hear: Hear): void {
      const found = subscriptions.find((one) => one.topic === topic && one.hear === hear);
      if (!found) return;
      subscriptions = subscriptions.filter((one) => one !== found);
      if (subscriptions.length === 0) onUse(false);
    },

    deliver(event: LiveEvent): void {
      for (const { topic, hear } of subscriptions) if (covers(topic, event)) hear(event);
    },

    /** Tells all subscriptions to read again, each with its own topic. */
    deliverMissed(): void {
      for (const { topic, hear } of subscriptions) {
        hear({ topic, type: "missed", payload: { ids: [] } });
      }
    },
  };
}
