import type { Deps } from "../../context.ts";
import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { foldDayCounts } from "./queries/foldDayCounts.ts";

const EVERY_MINUTE = "* * * * *";

/** The job that keeps the day counts few, so that adding them up stays quick. */
export function contractJobs({ db }: Pick<Deps, "db">): Pick<JobHandlers, "foldDayCounts"> {
  return {
    foldDayCounts: {
      schedule: EVERY_MINUTE,
      run: () => db.transaction().execute(foldDayCounts),
    },
  };
}
