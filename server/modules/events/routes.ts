import type { Area } from "../../../domain/api/endpoint.ts";
import { adminEventEndpoints, eventEndpoints } from "../../../domain/api/events.ts";
import type { AreaApp, AreaRoutes } from "../../context.ts";
import { type Call, implement } from "../../implement.ts";

const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  // For nginx, which would hold back what is small.
  "x-accel-buffering": "no",
  // The end of a stream is that of its connection, so that closing the server need not wait.
  connection: "close",
};

/** Changes as they happen, to whoever may read what has changed (design 3). */
export const staffEventRoutes: AreaRoutes = (app) =>
  implement(app, eventEndpoints, { "GET /events": streamEvents(app, "staff") });

export const adminEventRoutes: AreaRoutes = (app) =>
  implement(app, adminEventEndpoints, { "GET /events": streamEvents(app, "admin") });

function streamEvents(app: AreaApp, area: Area) {
  return async ({ user, request, reply }: Pick<Call<unknown>, "user" | "request" | "reply">) => {
    const look = () => app.authenticate(request, reply);
    const isHead = request.method === "HEAD";
    const stream = isHead ? undefined : await app.events.open({ area, user, look });
    reply.headers(STREAM_HEADERS);
    return stream;
  };
}
