import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { sendJob } from "../../jobs/queues.ts";
import { type AccountDeps, carryOut } from "./service/carryOut.ts";
import { reconcileAccounts } from "./service/reconcileAccounts.ts";

/** Seconds until a failed attempt is repeated: doubled each time, a minute at most. */
const backOff = (attempts: number) => Math.min(60, 2 ** Math.min(attempts, 6));
const ELSEWHERE_AGAIN_SECONDS = 10;
/** At four in the morning in Tokyo. */
const DAILY = "0 4 * * *";

/** The jobs that keep the identity service as our database has it. */
export function accountJobs(deps: AccountDeps): Pick<JobHandlers, "account" | "reconcileAccounts"> {
  return {
    account: {
      batchSize: 10,
      run: async (jobs) => {
        const userIds = new Set(jobs.map(({ userId }) => userId));
        await Promise.all([...userIds].map((userId) => carryOutOrRepeat(deps, userId)));
      },
    },
    reconcileAccounts: { schedule: DAILY, run: () => reconcileAccounts(deps) },
  };
}

async function carryOutOrRepeat(deps: AccountDeps, userId: string): Promise<void> {
  const outcome = await carryOut(deps, userId);
  if (outcome.kind === "done") return;
  const seconds = outcome.kind === "failed" ? backOff(outcome.attempts) : ELSEWHERE_AGAIN_SECONDS;
  await deps.db.transaction().execute((trx) => sendJob(trx, "account", { userId }, seconds));
}
