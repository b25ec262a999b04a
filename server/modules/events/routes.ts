import type { FastifyTypeProviderDefault } from "fastify";
import { z } from "zod";
import { type AreaRoutes, signedIn } from "../../context.ts";
import type { EventArea } from "../../events/audience.ts";

const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  // For nginx, which would hold back what is small.
  "x-accel-buffering": "no",
  // The end of a stream is that of its connection, so that closing the server need not wait.
  connection: "close",
};

/** Changes as they happen, to whoever may read what has changed (design 3). */
export const staffEventRoutes = eventRoutes("staff");
export const adminEventRoutes = eventRoutes("admin");

function eventRoutes(area: EventArea): AreaRoutes {
  return (app) => {
    // The answer is a stream, which the type provider would take for the text that it carries.
    app.withTypeProvider<FastifyTypeProviderDefault>().get(
      "/events",
      {
        config: { access: "event.read", staysOpen: true },
        schema: {
          produces: ["text/event-stream"],
          response: { 200: z.string().describe("`data: {topic, type, payload: {ids}}`") },
        },
      },
      async (request, reply) => {
        const user = signedIn(request);
        const look = () => app.authenticate(request, reply);
        const isHead = request.method === "HEAD";
        const stream = isHead ? undefined : await app.events.open({ area, user, look });
        return reply.headers(STREAM_HEADERS).send(stream);
      },
    );
  };
}
