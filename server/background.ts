import { subDays, subHours, subMonths } from "date-fns";
import { ALERT_MONTHS } from "../domain/alerts/rules.ts";
import { IMPORT_DAYS, REVERT_DAYS } from "../domain/imports/rules.ts";
import { PROPOSAL_MONTHS } from "../domain/proposals/rules.ts";
import { addDays, tokyoDate } from "../domain/text/dates.ts";
import { TOMBSTONE_DAYS } from "../domain/vocabulary/rules.ts";
import { DELIVERY_DAYS } from "../domain/webhooks/rules.ts";
import { auditJobs } from "./audit/jobs.ts";
import type { Config } from "./config.ts";
import type { Deps } from "./context.ts";
import { type Housekeeping, housekeepingJob, type ScheduledTask } from "./jobs/housekeeping.ts";
import type { JobHandlers } from "./jobs/jobRunner.ts";
import { deleteOldAlerts } from "./modules/alerts/queries/alerts.ts";
import { evaluateDay, evaluateRequests } from "./modules/alerts/service/evaluateAlerts.ts";
import { evaluateKeys, evaluateWebhooks } from "./modules/alerts/service/evaluateProvider.ts";
import { type EvaluateDeps, resolveSsoRefused } from "./modules/alerts/service/raiseAlerts.ts";
import { sendAlertMails } from "./modules/alerts/service/sendAlertMails.ts";
import { contractImports } from "./modules/contractImports/service/commitImport.ts";
import { foldAdminCounts } from "./modules/contracts/queries/contractFilters.ts";
import { foldDayCounts } from "./modules/contracts/queries/unfilteredPage.ts";
import { eraseLate } from "./modules/erasing/service/previewErasure.ts";
import { forgetOldChanges } from "./modules/imports/queries/importCapacity.ts";
import { deleteOldImports } from "./modules/imports/queries/imports.ts";
import { type ReconcileDeps, reconcileAll } from "./modules/ledger/service/reconcileTotals.ts";
import { deleteOldReleases } from "./modules/locks/queries/locks.ts";
import { sweepLocks } from "./modules/locks/service/endLock.ts";
import { accountJobs, peopleHousekeeping } from "./modules/people/jobs.ts";
import { deleteEndedProposals } from "./modules/proposals/queries/proposals.ts";
import { requestDailyMails, sendProposalMails } from "./modules/proposals/service/dailyMails.ts";
import { releaseEndedDirectories } from "./modules/serviceKeys/service/serviceKeys.ts";
import { deleteOldDays, foldTrend } from "./modules/usage/queries/usageEvents.ts";
import { type DropDeps, dropOldMonths, keepMonths } from "./modules/usage/service/ledgerMonths.ts";
import { userImports } from "./modules/userImports/queries.ts";
import { addUpUses, deleteOldUses } from "./modules/vocabulary/queries/entryUses.ts";
import { forgetTombstones } from "./modules/vocabulary/queries/vocabulary.ts";
import { deleteLinksBefore } from "./modules/ways/queries.ts";
import { deleteOldDeliveries } from "./modules/webhooks/queries/webhooks.ts";
import { collectEvents, WebhookSender } from "./modules/webhooks/service/sender.ts";
import { ANSWER_HOURS, deleteExpiredKeys } from "./plugins/idempotencyQueries.ts";

const MIDNIGHT = "0 0 * * *";

interface AlertJobDeps extends EvaluateDeps {
  config: Pick<Config, "smtp" | "publicUrl">;
  log: { warn(details: object, message: string): void };
}

function alertJobs(deps: AlertJobDeps): Pick<JobHandlers, "alertsOfDay" | "alertMail"> {
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

function alertTasks(deps: EvaluateDeps): ScheduledTask[] {
  return [
    { name: "evaluate alerts", everyMs: OFTEN_MS, run: () => evaluateRequests(deps) },
    { name: "evaluate webhooks", everyMs: OFTEN_MS, run: () => evaluateWebhooks(deps) },
    { name: "evaluate service keys", everyMs: SELDOM_MS, run: () => evaluateKeys(deps) },
  ];
}

interface ProposalJobDeps extends Pick<Deps, "db" | "now"> {
  config: Pick<Config, "smtp" | "publicUrl">;
  log: { warn(details: object, message: string): void };
}

/** When people begin their day. */
const NINE = "0 9 * * *";

function proposalJobs(deps: ProposalJobDeps): Pick<JobHandlers, "proposalsOfDay" | "proposalMail"> {
  return {
    proposalsOfDay: { schedule: NINE, run: () => requestDailyMails(deps) },
    proposalMail: { batchSize: 10, run: (jobs) => sendProposalMails(deps, jobs) },
  };
}

function proposalHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  return {
    "delete old proposals": () => deleteEndedProposals(db, subMonths(now(), PROPOSAL_MONTHS)),
  };
}

/**
 * Takes the jobs that copies of the release before send for each delivery. The deliveries themselves are the
 * queue now (docs/decisions/085-deliveries-are-the-queue.md).
 */
function webhookJobs(): Pick<JobHandlers, "webhook"> {
  return { webhook: { batchSize: 100, run: async () => {} } };
}

function webhookHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  return {
    "delete old webhook deliveries": () => deleteOldDeliveries(db, subDays(now(), DELIVERY_DAYS)),
  };
}

/** A receiver is notified within 3 s. */

function webhookTasks(deps: Deps): ScheduledTask[] {
  const sender = new WebhookSender(deps);
  return [
    { name: "collect webhook events", everyMs: OFTEN_MS, run: () => collectEvents(deps) },
    {
      name: "send webhook messages",
      everyMs: OFTEN_MS,
      run: () => sender.begin(),
      stop: () => sender.stop(),
    },
  ];
}

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
