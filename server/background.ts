import { subHours } from "date-fns";
import { auditJobs } from "./audit/jobs.ts";
import type { Deps } from "./context.ts";
import { type Housekeeping, housekeepingJob } from "./jobs/housekeeping.ts";
import type { JobHandlers } from "./jobs/jobRunner.ts";
import type { ScheduledTask } from "./jobs/scheduledTasks.ts";
import { alertHousekeeping, alertJobs, alertTasks } from "./modules/alerts/jobs.ts";
import { contractImports } from "./modules/contractImports/imports.ts";
import { contractJobs } from "./modules/contracts/jobs.ts";
import { erasingHousekeeping } from "./modules/erasing/jobs.ts";
import { importHousekeeping } from "./modules/imports/jobs.ts";
import { ledgerJobs } from "./modules/ledger/jobs.ts";
import { lockHousekeeping, lockTasks } from "./modules/locks/jobs.ts";
import { accountJobs, peopleHousekeeping } from "./modules/people/jobs.ts";
import { proposalHousekeeping, proposalJobs } from "./modules/proposals/jobs.ts";
import { serviceKeyHousekeeping } from "./modules/serviceKeys/jobs.ts";
import { usageHousekeeping } from "./modules/usage/jobs.ts";
import { userImports } from "./modules/userImports/imports.ts";
import { vocabularyHousekeeping } from "./modules/vocabulary/jobs.ts";
import { waysHousekeeping } from "./modules/ways/jobs.ts";
import { webhookHousekeeping, webhookJobs, webhookTasks } from "./modules/webhooks/jobs.ts";
import { ANSWER_HOURS, deleteExpiredKeys } from "./plugins/idempotencyQueries.ts";

type JobDeps = Pick<Deps, "config" | "database" | "db" | "identity" | "now" | "accountWaitMs"> & {
  log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
};

/** What one instance does for all, when it is asked for or by a schedule. */
export function jobHandlers(deps: JobDeps): JobHandlers {
  return {
    ...accountJobs(deps),
    ...contractJobs(deps),
    ...alertJobs(deps),
    ...ledgerJobs(deps),
    ...proposalJobs(deps),
    ...auditJobs(deps),
    ...webhookJobs(),
    ...housekeepingJob(housekeepingOf(deps), deps.log),
  };
}

function housekeepingOf(deps: JobDeps): Housekeeping {
  const { db, now } = deps;
  return {
    ...alertHousekeeping(deps),
    ...lockHousekeeping(deps),
    ...peopleHousekeeping(deps),
    ...erasingHousekeeping(deps),
    ...importHousekeeping(deps),
    ...userImports.housekeeping(deps),
    ...contractImports.housekeeping(deps),
    ...proposalHousekeeping(deps),
    ...serviceKeyHousekeeping(deps),
    ...usageHousekeeping(deps),
    ...vocabularyHousekeeping(deps),
    ...waysHousekeeping(deps),
    ...webhookHousekeeping(deps),
    "delete expired Idempotency-Keys": () => deleteExpiredKeys(db, subHours(now(), ANSWER_HOURS)),
  };
}

/** What each instance repeats within seconds. */
export function tasksOf(deps: Deps): ScheduledTask[] {
  return [...alertTasks(deps), ...lockTasks(deps), ...webhookTasks(deps)];
}
