import type { Deps } from "../../context.ts";
import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { foldDayCounts } from "./queries/foldDayCounts.ts";

const EVERY_MINUTE = "* * * * *";

/** The job that merges the rows of the day counts, so that summing them stays fast. */
export function contractJobs({ db }: Pick<Deps, "db">): Pick<JobHandlers, "foldDayCounts"> {
  return {
    foldDayCounts: {
      schedule: EVERY_MINUTE,
      run: () => db.transaction().execute(foldDayCounts),
    },
  };
}
