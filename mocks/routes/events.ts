import { HttpResponse } from "msw";
import type { Route } from "../area.ts";
import type { Call } from "../call.ts";
import type { Change } from "../world.ts";

/** A sign of life every 15 s, as the API gives it. */
const BEAT_MS = 15_000;

/** GET /events: what happens in this tab, to whom it concerns. */
function eventRoute(hears: (call: Call, change: Change) => boolean): readonly Route[] {
  return [
    {
      method: "get",
      path: "/events",
      access: "event.read",
      answer: (call) =>
        new HttpResponse(eventStream(call, hears), {
          headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
        }),
    },
  ];
}

export const ownEvents = eventRoute(
  ({ user }, { organizationId }) => organizationId === user.organizationId,
);

export const allEvents = eventRoute((_, { event }) =>
  ["contracts", "organizations", "users"].some((name) => event.topic.split("/")[1] === name),
);

function eventStream(
  call: Call,
  hears: (call: Call, change: Change) => boolean,
): ReadableStream<Uint8Array> {
  const { listeners } = call.world;
  let stop = () => {};
  return new ReadableStream({
    start: (controller) => {
      const send = (text: string) => controller.enqueue(new TextEncoder().encode(`${text}\n\n`));
      const listener = (change: Change) => {
        if (hears(call, change)) send(`data: ${JSON.stringify(change.event)}`);
      };
      listeners.add(listener);
      const beating = setInterval(() => send(":"), BEAT_MS);
      stop = () => {
        listeners.delete(listener);
        clearInterval(beating);
      };
      send(":");
    },
    cancel: () => stop(),
  });
}
