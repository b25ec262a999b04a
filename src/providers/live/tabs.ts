import type { ChangeEvent } from "../../../domain/events.ts";
import { asEvent } from "./liveEvent.ts";

const CHANNEL = "ki.live";

/** Hears what other tabs of this browser publish, until stopped. */
export function hearOtherTabs(onEvent: (event: ChangeEvent) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    const event = asEvent(data);
    if (event) onEvent(event);
  };
  return () => channel.close();
}

/** Tells the other tabs of this browser. */
export function tellOtherTabs(event: ChangeEvent): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(event);
  channel.close();
}
