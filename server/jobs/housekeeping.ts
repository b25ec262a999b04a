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
