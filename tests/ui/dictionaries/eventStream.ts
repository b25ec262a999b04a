import { HttpResponse, http } from "msw";
import type { setupServer } from "msw/node";
import type { EventType } from "../../../domain/events.ts";

/** GET /events of the API: open to whoever listens, tells what the test says has happened. */
export function eventStream(server: ReturnType<typeof setupServer>) {
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  server.use(
    http.get("/api/v1/events", () => {
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
    }),
  );
  return {
    isHeard: () => open.size > 0,
    tell: (topic: string, type: EventType) => {
      const data = JSON.stringify({ topic, type, payload: { ids: [] } });
      for (const stream of open) stream.enqueue(new TextEncoder().encode(`data: ${data}\n\n`));
    },
  };
}
