import type { ChangeEvent } from "../../../domain/events.ts";
import { asEvent } from "./liveEvent.ts";

const CHANNEL = "ki.live";

/** The other tabs of this browser. */
export function createTabs(onEvent: (event: ChangeEvent) => void) {
  let listening: BroadcastChannel | undefined;
  const stop = () => {
    listening?.close();
    listening = undefined;
  };
  return {
    stop,

    /** Hears what the other tabs publish, until stopped. */
    listen(): void {
      stop();
      listening = new BroadcastChannel(CHANNEL);
      listening.onmessage = ({ data }) => {
        const event = asEvent(data);
        if (event) onEvent(event);
      };
    },

    /** A channel hears all of its kind but itself, so that this tab is not told by way of it. */
    tell(event: ChangeEvent): void {
      const channel = listening ?? new BroadcastChannel(CHANNEL);
      channel.postMessage(event);
      if (channel !== listening) channel.close();
    },
  };
}
