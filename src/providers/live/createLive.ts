import type { ChangeEvent } from "../../../domain/events.ts";
import { connectivity } from "../connectivity.ts";
import type { Hear } from "./liveEvent.ts";
import type { OpenStream } from "./stream.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createTabs } from "./tabs.ts";

/** The realtime methods of a data provider, as ra-realtime documents them. */
export interface LiveMethods {
  /** Hears what happens at a topic and below it: `lock/dictionaries` hears `lock/dictionaries/3`. */
  subscribe(topic: string, callback: Hear): Promise<void>;
  unsubscribe(topic: string, callback: Hear): Promise<void>;
  /** Tells this tab and the other tabs of this browser; the server publishes its own. */
  publish(topic: string, event: Omit<ChangeEvent, "topic">): Promise<void>;
}

const LOAD_AGAIN_MS = 5_000;

/** One stream for all subscriptions of a tab, open from the first to the last of them. */
export function createLive(open: OpenStream): LiveMethods {
  let stopStream = () => {};
  const subscriptions = createSubscriptions((used) => {
    tabs.stop();
    stopStream();
    if (!used) return;
    tabs.listen();
    stopStream = startLazily(open, { onEvent, onMissed, onSilence: connectivity.failed });
  });
  const { deliver: onEvent, deliverMissed: onMissed } = subscriptions;
  const tabs = createTabs(onEvent);

  return {
    subscribe: async (topic, callback) => subscriptions.add(topic, callback),
    unsubscribe: async (topic, callback) => subscriptions.remove(topic, callback),
    publish: async (topic, { type, payload }) => {
      const event = { topic, type, payload };
      subscriptions.deliver(event);
      tabs.tell(event);
    },
  };
}

type StartConnection = typeof import("./connection.ts").startConnection;

/** What listens is loaded by the first who wants it: the admin area never does. */
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
