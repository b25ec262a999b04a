import { auditJobs } from "./audit/jobs.ts";
import type { Deps } from "./context.ts";
import type { JobHandlers } from "./jobs/jobRunner.ts";
import { alertJobs } from "./modules/alerts/jobs.ts";
import { contractJobs } from "./modules/contracts/jobs.ts";
import { ledgerJobs } from "./modules/ledger/jobs.ts";
import { accountJobs } from "./modules/people/jobs.ts";
import { webhookJobs } from "./modules/webhooks/jobs.ts";

type JobDeps = Pick<Deps, "config" | "database" | "db" | "identity" | "now" | "accountWaitMs"> & {
  log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
};

export function jobHandlers(deps: JobDeps): JobHandlers {
  return {
    ...accountJobs(deps),
    ...contractJobs(deps),
    ...alertJobs(deps),
    ...ledgerJobs(deps),
    ...auditJobs(deps),
    ...webhookJobs(),
  };
}
