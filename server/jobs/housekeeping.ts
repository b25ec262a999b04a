import fp from "fastify-plugin";
import { actAsSystem } from "../audit/acting.ts";
import { countRun } from "../metrics/counted.ts";
import type { JobHandlers } from "./jobRunner.ts";

/** What is deleted or prepared in the background, by the names in metrics and log. */
export type Housekeeping = Readonly<Record<string, () => Promise<void>>>;

const EVERY_TEN_MINUTES = "*/10 * * * *";
const LOOK_SECONDS = 60;

/** Runs all of it, one after the other. What fails is logged, and repeated by the next run. */
export function housekeepingJob(
  all: Housekeeping,
  log: { warn(details: object, message: string): void },
): Pick<JobHandlers, "housekeeping"> {
  const run = async () => {
    for (const [name, part] of Object.entries(all)) {
      await countRun(name, () => actAsSystem(name, part)).catch((err: unknown) =>
        log.warn({ err }, `could not ${name}`),
      );
    }
  };
  const schedule = EVERY_TEN_MINUTES;
  return { housekeeping: { schedule, atStart: true, pollSeconds: LOOK_SECONDS, run } };
}

export interface ScheduledTask {
  name: string;
  everyMs: number;
  run(): Promise<void>;
  /** Ends what runs on after `run`. */
  stop?(): Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    runScheduledTasks(): Promise<void>;
  }
}

/** Runs the tasks while the server listens. A failing task is logged once until it succeeds. */
export const scheduledTasks = fp(async (app, { tasks }: { tasks: readonly ScheduledTask[] }) => {
  app.decorate("runScheduledTasks", async () => {
    for (const task of tasks) await runNow(task);
  });
  const running = tasks.map((task) => repeated(task));
  app.addHook("onListen", async () => {
    for (const { start } of running) start();
  });
  app.addHook("onClose", async () => {
    await Promise.all(running.map(({ stop }) => stop()));
  });

  function repeated({ name, everyMs, run, stop: end }: ScheduledTask) {
    let timer: NodeJS.Timeout | undefined;
    let current: Promise<void> = Promise.resolve();
    let closing = false;
    let failing = false;
    const runOnce = async () => {
      try {
        await runNow({ name, run });
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
      await end?.();
    };
    return { start, stop };
  }
});

function runNow({ name, run }: Pick<ScheduledTask, "name" | "run">): Promise<void> {
  return countRun(name, () => actAsSystem(name, run));
}
