import { covers } from "../../../domain/events.ts";
import { connectivity } from "../http/connectivity.ts";
import type { Listener, LiveEvent, OpenStream } from "./stream.ts";

export interface LiveMethods {
  /**
   * Subscribes to a topic and those below it, as `lock/dictionaries/3` is to `lock/dictionaries`.
   */
  subscribe(topic: string, callback: Listener): Promise<void>;
  unsubscribe(topic: string, callback: Listener): Promise<void>;
}

const LOAD_AGAIN_MS = 5_000;

/** One stream for all subscriptions of a tab, open while there is at least one. */
export function createLive(open: OpenStream): LiveMethods {
  let stopStream = () => {};
  const subscriptions = createSubscriptions((used) => {
    stopStream();
    if (!used) return;
    stopStream = startLazily(open, { onEvent, onMissed, onSilence: connectivity.failed });
  });
  const { deliver: onEvent, deliverMissed: onMissed } = subscriptions;

  return {
    subscribe: async (topic, callback) => subscriptions.add(topic, callback),
    unsubscribe: async (topic, callback) => subscriptions.remove(topic, callback),
  };
}

type StartConnection = typeof import("./connection.ts").startConnection;

/** The first subscription loads the code, which keeps it out of the first paint. */
function startLazily(...wiring: Parameters<StartConnection>): () => void {
  let stop = () => {};
  let timer: number | undefined;
  let wanted = true;
  const load = async () => {
    try {
      const { startConnection } = await import("./connection.ts");
      if (wanted) stop = startConnection(...wiring);
    } catch {
      if (wanted) timer = window.setTimeout(load, LOAD_AGAIN_MS);
    }
  };
  void load();
  return () => {
    wanted = false;
    window.clearTimeout(timer);
    stop();
  };
}

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
