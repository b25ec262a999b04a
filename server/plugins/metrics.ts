import fp from "fastify-plugin";
import type { Deps } from "../context.ts";
import { requestDuration } from "../metrics/counted.ts";
import { Readings } from "../metrics/readings.ts";

declare module "fastify" {
  interface FastifyInstance {
    readings: Readings;
  }
}

/** Measures requests, and reads what is so now for who asks for metrics. After `liveChanges` and `readiness`. */
export const metrics = fp(async (app, { database, now }: Pick<Deps, "database" | "now">) => {
  const readings = new Readings({
    database,
    now,
    work: () => (app.hasDecorator("work") ? app.work() : { atWork: 0, waiting: 0 }),
    partStates: () => app.partStates(),
    streams: (area) => app.events.openIn(area),
  });
  app.decorate("readings", readings);
  app.addHook("onResponse", (request, reply, done) => {
    const { url: route = "none" } = request.routeOptions;
    const status = String(reply.statusCode);
    requestDuration.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
    done();
  });
});
