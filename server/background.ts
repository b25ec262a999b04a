import { subDays, subHours } from "date-fns";
import { IMPORT_DAYS, REVERT_DAYS } from "../domain/imports/rules.ts";
import { addDays, tokyoDate } from "../domain/text/dates.ts";
import { TOMBSTONE_DAYS } from "../domain/vocabulary/rules.ts";
import { auditJobs } from "./audit/jobs.ts";
import type { Deps } from "./context.ts";
import { type Housekeeping, housekeepingJob, type ScheduledTask } from "./jobs/housekeeping.ts";
import type { JobHandlers } from "./jobs/jobRunner.ts";
import { alertHousekeeping, alertJobs, alertTasks } from "./modules/alerts/jobs.ts";
import { contractImports } from "./modules/contractImports/imports.ts";
import { foldAdminCounts } from "./modules/contracts/queries/contractFilters.ts";
import { foldDayCounts } from "./modules/contracts/queries/dayCounts.ts";
import { eraseLate } from "./modules/erasing/service/previewErasure.ts";
import { forgetOldChanges } from "./modules/imports/queries/importCapacity.ts";
import { deleteOldImports } from "./modules/imports/queries/imports.ts";
import { type ReconcileDeps, reconcileAll } from "./modules/ledger/service/reconcileTotals.ts";
import { deleteOldReleases } from "./modules/locks/queries/locks.ts";
import { sweepLocks } from "./modules/locks/service/endLock.ts";
import { accountJobs, peopleHousekeeping } from "./modules/people/jobs.ts";
import { proposalHousekeeping, proposalJobs } from "./modules/proposals/jobs.ts";
import { releaseEndedDirectories } from "./modules/serviceKeys/service/serviceKeys.ts";
import { deleteOldDays, foldTrend } from "./modules/usage/queries/usageEvents.ts";
import { type DropDeps, dropOldMonths, keepMonths } from "./modules/usage/service/ledgerMonths.ts";
import { userImports } from "./modules/userImports/queries.ts";
import { addUpUses, deleteOldUses } from "./modules/vocabulary/queries/entryUses.ts";
import { forgetTombstones } from "./modules/vocabulary/queries/vocabulary.ts";
import { deleteLinksBefore } from "./modules/ways/queries.ts";
import { webhookHousekeeping, webhookJobs, webhookTasks } from "./modules/webhooks/jobs.ts";
import { ANSWER_HOURS, deleteExpiredKeys } from "./plugins/idempotencyQueries.ts";

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

function erasingHousekeeping(deps: Pick<Deps, "db" | "now">): Housekeeping {
  return { "erase late events": () => eraseLate(deps) };
}

const PREPARED_DAYS = 1;

function importHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  const run = async () => {
    await deleteOldImports(db, {
      preparedBefore: subDays(now(), PREPARED_DAYS),
      committedBefore: subDays(now(), IMPORT_DAYS),
    });
    await forgetOldChanges(db, subDays(now(), REVERT_DAYS));
  };
  return { "delete old imports": run };
}

const NIGHTLY = "30 4 * * *";

/** The job that compares what contracts have used with their ledgers, and raises alerts. */
function ledgerJobs(deps: ReconcileDeps): Pick<JobHandlers, "reconcileUsage"> {
  return { reconcileUsage: { schedule: NIGHTLY, run: () => reconcileAll(deps) } };
}

function lockHousekeeping({ db }: Pick<Deps, "db">): Housekeeping {
  return { "delete old lock releases": () => deleteOldReleases(db) };
}

const SWEEP_MS = 1_000;

function lockTasks({ config, db }: Pick<Deps, "config" | "db">): ScheduledTask[] {
  return [{ name: "sweep locks", everyMs: SWEEP_MS, run: () => sweepLocks({ config, db }) }];
}

export function serviceKeyHousekeeping(deps: Pick<Deps, "db" | "now">): Housekeeping {
  return { "release ended directories": () => releaseEndedDirectories(deps) };
}

function usageHousekeeping(deps: DropDeps): Housekeeping {
  const { db, now } = deps;
  // The clocks of copies differ: one may still count for the day before.
  const deleteDays = () => deleteOldDays(db, addDays(tokyoDate(now()), -1));
  return {
    "delete old days of service keys": deleteDays,
    "keep months of the ledger": () => keepMonths(deps),
    "drop old months of the ledger": () => dropOldMonths(deps),
  };
}

function vocabularyHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  return {
    "forget deleted words": () => forgetTombstones(db, subDays(now(), TOMBSTONE_DAYS)),
    "add up uses of words": () => addUpUses(db),
    "delete old uses of words": () => deleteOldUses(db),
  };
}

/** A link whose time is over says so for as long. */
const ENDED_LINK_DAYS = 90;

function waysHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  return {
    "delete ended set-up links": () => deleteLinksBefore(db, subDays(now(), ENDED_LINK_DAYS)),
  };
}

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
