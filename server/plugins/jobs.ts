import fp from "fastify-plugin";
import type { Deps } from "../context.ts";
import { type JobHandlers, JobRunner } from "../jobs/jobRunner.ts";

declare module "fastify" {
  interface FastifyInstance {
    jobs: JobRunner;
  }
}

interface JobsOptions extends Pick<Deps, "db" | "log"> {
  handlers: JobHandlers;
  /** How often the queues are polled; default 2 s. */
  pollSeconds?: number | undefined;
}

export const jobs = fp(async (app, { db, log, handlers, pollSeconds }: JobsOptions) => {
  const runner = new JobRunner({ db, log, handlers, pollSeconds });
  app.decorate("jobs", runner);
  app.addHook("onListen", async () => {
    // Not awaited: the server answers requests even if the database is unavailable.
    void runner.start();
  });
  app.addHook("onClose", () => runner.stop());
});
