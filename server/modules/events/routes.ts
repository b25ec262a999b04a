import type { Area } from "../../../domain/api/endpoint.ts";
import { adminEventEndpoints, eventEndpoints } from "../../../domain/api/events.ts";
import { type AreaApp, type AreaRoutes, signedIn } from "../../context.ts";
import { type Call, implement } from "../../implement.ts";

const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  // Turns off the buffering of nginx, which would delay small writes.
  "x-accel-buffering": "no",
  // The connection ends with the stream, so that closing the server need not wait.
  connection: "close",
};

export const staffEventRoutes: AreaRoutes = (app) =>
  implement(app, eventEndpoints, { "GET /events": streamEvents(app, "staff") });

export const adminEventRoutes: AreaRoutes = (app) =>
  implement(app, adminEventEndpoints, { "GET /events": streamEvents(app, "admin") });

function streamEvents(app: AreaApp, area: Area) {
  return async ({ user, request, reply }: Pick<Call<unknown>, "user" | "request" | "reply">) => {
    const authenticate = async () => signedIn(await app.authenticate(request, reply));
    const isHead = request.method === "HEAD";
    const stream = isHead ? undefined : await app.events.open({ area, user, authenticate });
    reply.headers(STREAM_HEADERS);
    return stream;
  };
}
