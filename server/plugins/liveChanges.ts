import fp from "fastify-plugin";
import type { Deps } from "../context.ts";
import { EventHub } from "../events/eventHub.ts";

declare module "fastify" {
  interface FastifyInstance {
    events: EventHub;
  }
}

interface LiveChangesOptions extends Pick<Deps, "database" | "log"> {
  heartbeatMs?: number | undefined;
}

/** Event streams end before the server waits for running requests. */
export const liveChanges = fp(async (app, { database, log, heartbeatMs }: LiveChangesOptions) => {
  const events = new EventHub({ database, log, heartbeatMs });
  app.decorate("events", events);
  app.addHook("preClose", async () => events.endAll());
  app.addHook("onClose", () => events.close());
});
