import fp from "fastify-plugin";

/** Periodic work of every copy of the server. */
export interface ScheduledTask {
  /** For the log, such as `end expired locks`. */
  name: string;
  /** From the end of one run to the start of the next. */
  everyMs: number;
  run(): Promise<void>;
}

/** The interval for tables that only need cleaning. */
export const HOUSEKEEPING_MS = 10 * 60_000;

declare module "fastify" {
  interface FastifyInstance {
    /** Runs every scheduled task once. */
    runScheduledTasks(): Promise<void>;
  }
}

/**
 * Runs the tasks while the server listens, each at once and then periodically. A failing task is
 * logged once until it succeeds, and keeps running.
 */
export const scheduledTasks = fp(async (app, { tasks }: { tasks: readonly ScheduledTask[] }) => {
  app.decorate("runScheduledTasks", async () => {
    for (const { run } of tasks) await run();
  });
  const running = tasks.map((task) => repeated(task));
  app.addHook("onListen", async () => {
    for (const { start } of running) start();
  });
  app.addHook("onClose", async () => {
    await Promise.all(running.map(({ stop }) => stop()));
  });

  function repeated({ name, everyMs, run }: ScheduledTask) {
    let timer: NodeJS.Timeout | undefined;
    let current: Promise<void> = Promise.resolve();
    let closing = false;
    let failing = false;
    const runOnce = async () => {
      try {
        await run();
        failing = false;
      } catch (err) {
        if (!failing) app.log.warn({ err }, `could not ${name}`);
        failing = true;
      }
      if (!closing) timer = setTimeout(start, everyMs).unref();
    };
    const start = () => {
      current = runOnce();
    };
    const stop = async () => {
      closing = true;
      clearTimeout(timer);
      await current;
    };
    return { start, stop };
  }
});
