import { connectivity } from "../connectivity.ts";
import type { Hear } from "./liveEvent.ts";
import type { OpenStream } from "./stream.ts";
import { createSubscriptions } from "./subscriptions.ts";

/** The calls of the data provider about events. */
export interface LiveMethods {
  /** Hears what happens at a topic and below it: `lock/dictionaries` hears `lock/dictionaries/3`. */
  subscribe(topic: string, callback: Hear): Promise<void>;
  unsubscribe(topic: string, callback: Hear): Promise<void>;
}

const LOAD_AGAIN_MS = 5_000;

/** One stream for all subscriptions of a tab, open from the first to the last of them. */
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
