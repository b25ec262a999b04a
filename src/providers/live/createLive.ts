import { connectivity } from "../http/connectivity.ts";
import type { Listener } from "./liveEvent.ts";
import type { OpenStream } from "./stream.ts";
import { createSubscriptions } from "./subscriptions.ts";

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
