import type { Config } from "../config.ts";
import type { Deps } from "../context.ts";
import type { JobHandlers } from "../jobs/jobRunner.ts";
import { keepMonths, sealFinishedDays } from "./service/seals.ts";

/** First at 0:30 in Tokyo; then again for what could not be sealed, or was not while it was off. */
const EVERY_HOUR = "30 * * * *";
const DAILY = "15 4 * * *";

type AuditDeps = Pick<Deps, "db" | "now"> & {
  config: Pick<Config, "auditRetentionMonths">;
  log: { warn(details: object, message: string): void };
};

export function auditJobs(deps: AuditDeps): Pick<JobHandlers, "sealAudit" | "keepAuditMonths"> {
  return {
    sealAudit: { schedule: EVERY_HOUR, run: () => sealFinishedDays(deps) },
    keepAuditMonths: { schedule: DAILY, run: () => keepMonths(deps) },
  };
}
