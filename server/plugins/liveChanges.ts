import fp from "fastify-plugin";
import type { Deps } from "../context.ts";
import { EventHub } from "../events/eventHub.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Who listens to changes; see GET /events. */
    events: EventHub;
  }
}

interface LiveChangesOptions extends Pick<Deps, "database" | "log"> {
  heartbeatMs?: number | undefined;
}

/** Open streams end before the server waits for running requests, so that it need not. */
export const liveChanges = fp(async (app, { database, log, heartbeatMs }: LiveChangesOptions) => {
  const events = new EventHub({ database, log, heartbeatMs });
  app.decorate("events", events);
  app.addHook("preClose", async () => events.endAll());
  app.addHook("onClose", () => events.close());
});
