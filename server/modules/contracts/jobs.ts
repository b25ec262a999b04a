import type { Deps } from "../../context.ts";
import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { foldTrend } from "../usage/queries/trend.ts";
import { foldAdminCounts } from "./queries/contractSearch.ts";
import { foldDayCounts } from "./queries/dayCounts.ts";

const EVERY_MINUTE = "* * * * *";

/** The job that merges the rows of the counts, so that summing them stays fast. */
export function contractJobs({ db }: Pick<Deps, "db">): Pick<JobHandlers, "foldCounts"> {
  return {
    foldCounts: {
      schedule: EVERY_MINUTE,
      run: async () => {
        await db.transaction().execute(foldDayCounts);
        await db.transaction().execute(foldAdminCounts);
        await db.transaction().execute(foldTrend);
      },
    },
  };
}
