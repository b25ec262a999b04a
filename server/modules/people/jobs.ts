import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { sendJob } from "../../jobs/queues.ts";
import { type AccountDeps, processAccountRequest } from "./accounts/processAccountRequest.ts";
import { reconcileAccounts } from "./accounts/reconcileAccounts.ts";

const backOff = (attempts: number) => Math.min(60, 2 ** Math.min(attempts, 6));
const ELSEWHERE_AGAIN_SECONDS = 10;
const DAILY = "0 4 * * *";

export function accountJobs(deps: AccountDeps): Pick<JobHandlers, "account" | "reconcileAccounts"> {
  return {
    account: {
      batchSize: 10,
      run: async (jobs) => {
        const userIds = new Set(jobs.map(({ userId }) => userId));
        await Promise.all([...userIds].map((userId) => processOrRetry(deps, userId)));
      },
    },
    reconcileAccounts: { schedule: DAILY, run: () => reconcileAccounts(deps) },
  };
}

async function processOrRetry(deps: AccountDeps, userId: string): Promise<void> {
  const outcome = await processAccountRequest(deps, userId);
  // The transaction that found the mail waiting has sent the job for the time when it is due.
  if (outcome.kind === "done" || outcome.kind === "mailWaits") return;
  const seconds = outcome.kind === "failed" ? backOff(outcome.attempts) : ELSEWHERE_AGAIN_SECONDS;
  await deps.db.transaction().execute((trx) => sendJob(trx, "account", { userId }, seconds));
}
