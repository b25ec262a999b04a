import fp from "fastify-plugin";
import type { Deps } from "../context.ts";
import { type JobHandlers, JobRunner } from "../jobs/jobRunner.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Works the job queues; begins on listening. */
    jobs: JobRunner;
  }
}

interface JobsOptions extends Pick<Deps, "db" | "log"> {
  handlers: JobHandlers;
  /** How often the queues are looked at; every 2 s without. */
  pollSeconds?: number | undefined;
}

/** Every kind of job with what carries it out. Requests that are served while it closes do without. */
export const jobs = fp(async (app, { db, log, handlers, pollSeconds }: JobsOptions) => {
  const runner = new JobRunner({ db, log, handlers, pollSeconds });
  app.decorate("jobs", runner);
  app.addHook("onListen", async () => {
    // Not waited for: the server answers requests while the database is away, too.
    void runner.start();
  });
  app.addHook("onClose", () => runner.stop());
});
