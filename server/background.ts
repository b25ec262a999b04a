import { auditJobs } from "./audit/jobs.ts";
import type { Deps } from "./context.ts";
import { type Housekeeping, housekeepingJob } from "./jobs/housekeeping.ts";
import type { JobHandlers } from "./jobs/jobRunner.ts";
import type { ScheduledTask } from "./jobs/scheduledTasks.ts";
import { alertHousekeeping, alertJobs } from "./modules/alerts/jobs.ts";
import { alertTasks } from "./modules/alerts/tasks.ts";
import { contractImportHousekeeping } from "./modules/contractImports/jobs.ts";
import { contractJobs } from "./modules/contracts/jobs.ts";
import { erasingHousekeeping } from "./modules/erasing/jobs.ts";
import { importHousekeeping } from "./modules/imports/jobs.ts";
import { ledgerJobs } from "./modules/ledger/jobs.ts";
import { lockHousekeeping } from "./modules/locks/jobs.ts";
import { lockTasks } from "./modules/locks/tasks.ts";
import { accountJobs, peopleHousekeeping } from "./modules/people/jobs.ts";
import { usageHousekeeping } from "./modules/usage/jobs.ts";
import { userImportHousekeeping } from "./modules/userImports/jobs.ts";
import { vocabularyHousekeeping } from "./modules/vocabulary/jobs.ts";
import { webhookHousekeeping, webhookJobs } from "./modules/webhooks/jobs.ts";
import { webhookTasks } from "./modules/webhooks/tasks.ts";
import { keyHousekeeping } from "./plugins/idempotency.ts";

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
    ...auditJobs(deps),
    ...webhookJobs(),
    ...housekeepingJob(housekeepingOf(deps), deps.log),
  };
}

function housekeepingOf(deps: JobDeps): Housekeeping {
  return {
    ...alertHousekeeping(deps),
    ...lockHousekeeping(deps),
    ...peopleHousekeeping(deps),
    ...erasingHousekeeping(deps),
    ...importHousekeeping(deps),
    ...userImportHousekeeping(deps),
    ...contractImportHousekeeping(deps),
    ...usageHousekeeping(deps),
    ...vocabularyHousekeeping(deps),
    ...webhookHousekeeping(deps),
    ...keyHousekeeping(deps),
  };
}

/** What each instance repeats within seconds. */
export function tasksOf(deps: Deps): ScheduledTask[] {
  return [...alertTasks(deps), ...lockTasks(deps), ...webhookTasks(deps)];
}
