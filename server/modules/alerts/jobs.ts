import { subMonths } from "date-fns";
import { ALERT_MONTHS } from "../../../domain/alerts/rules.ts";
import type { Config } from "../../config.ts";
import type { Deps } from "../../context.ts";
import type { Housekeeping, ScheduledTask } from "../../jobs/housekeeping.ts";
import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { deleteOldAlerts } from "./queries/alerts.ts";
import { evaluateDay, evaluateRequests } from "./service/evaluateAlerts.ts";
import { evaluateKeys, evaluateWebhooks } from "./service/evaluateProvider.ts";
import { type EvaluateDeps, resolveSsoRefused } from "./service/raiseAlerts.ts";
import { sendAlertMails } from "./service/sendAlertMails.ts";

const MIDNIGHT = "0 0 * * *";

interface AlertJobDeps extends EvaluateDeps {
  config: Pick<Config, "smtp" | "publicUrl">;
  log: { warn(details: object, message: string): void };
}

export function alertJobs(deps: AlertJobDeps): Pick<JobHandlers, "alertsOfDay" | "alertMail"> {
  return {
    alertsOfDay: {
      schedule: MIDNIGHT,
      run: async (jobs) => {
        for (const { after = 0 } of jobs) await evaluateDay(deps, after);
      },
    },
    alertMail: { batchSize: 10, run: (jobs) => sendAlertMails(deps, jobs) },
  };
}

export function alertHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  return {
    "resolve refused single sign-on": () => resolveSsoRefused({ db, now }),
    "delete old alerts": () => deleteOldAlerts(db, subMonths(now(), ALERT_MONTHS)),
  };
}

/** People see an alert within 2 s of its cause. */
const OFTEN_MS = 500;
/** Days before the end of a key; one that is revoked or replaced is no more to do within so long. */
const SELDOM_MS = 10_000;

export function alertTasks(deps: EvaluateDeps): ScheduledTask[] {
  return [
    { name: "evaluate alerts", everyMs: OFTEN_MS, run: () => evaluateRequests(deps) },
    { name: "evaluate webhooks", everyMs: OFTEN_MS, run: () => evaluateWebhooks(deps) },
    { name: "evaluate service keys", everyMs: SELDOM_MS, run: () => evaluateKeys(deps) },
  ];
}
