import fp from "fastify-plugin";

declare module "fastify" {
  interface FastifyInstance {
    /** Whether the server is about to close; it still answers. */
    isDraining(): boolean;
    /** Sends clients elsewhere: probes, streams, and each connection with its next answer. */
    drain(): void;
  }
}

export const draining = fp(async (app) => {
  let began = false;
  app.decorate("isDraining", () => began);
  app.decorate("drain", () => {
    began = true;
    app.log.info("draining");
    app.events.endAll();
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (began) reply.header("connection", "close");
    done();
  });
});
