import type { Config } from "../../config.ts";
import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { hasRequest } from "./queries/requests.ts";
import { type EvaluateDeps, evaluateAlerts } from "./service/evaluateAlerts.ts";
import { evaluateDay } from "./service/evaluateDay.ts";
import { sendAlertMails } from "./service/sendAlertMails.ts";

const MIDNIGHT = "0 0 * * *";

/** People see an alert within 2 s of its cause, so this queue is polled as often as possible. */
const OFTEN = 0.5;

interface AlertJobDeps extends EvaluateDeps {
  config: Pick<Config, "smtp" | "publicUrl">;
  log: { warn(details: object, message: string): void };
}

export function alertJobs(
  deps: AlertJobDeps,
): Pick<JobHandlers, "alerts" | "alertsOfDay" | "alertMail"> {
  return {
    alerts: {
      batchSize: 50,
      pollSeconds: OFTEN,
      run: async (jobs) => {
        for (const organizationId of new Set(jobs.map((job) => job.organizationId))) {
          // An earlier job may have seen the change already.
          if (await hasRequest(deps.db, organizationId)) await evaluateAlerts(deps, organizationId);
        }
      },
    },
    alertsOfDay: {
      schedule: MIDNIGHT,
      run: async (jobs) => {
        for (const { after = 0 } of jobs) await evaluateDay(deps, after);
      },
    },
    alertMail: { batchSize: 10, run: (jobs) => sendAlertMails(deps, jobs) },
  };
}
