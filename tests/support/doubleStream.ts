import { HttpResponse } from "msw";
import type { EventType } from "../../domain/events.ts";

/** An ApiDouble of either area. */
interface StreamingApi {
  answer(key: "GET /events", answer: () => Response): void;
}

/** Answers GET /events with open streams; `tell` sends an event to all of them. */
export function openStream(api: StreamingApi) {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  api.answer("GET /events", () => {
    let own: ReadableStreamDefaultController<Uint8Array>;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller;
        open.add(own);
      },
      cancel: () => {
        open.delete(own);
      },
    });
    return new HttpResponse(stream, { headers: { "Content-Type": "text/event-stream" } });
  });
  return {
    isHeard: () => open.size > 0,
    tell: (topic: string, type: EventType) => {
      const data = JSON.stringify({ topic, type, payload: { ids: [] } });
      for (const stream of open) stream.enqueue(new TextEncoder().encode(`data: ${data}\n\n`));
    },
  };
}
