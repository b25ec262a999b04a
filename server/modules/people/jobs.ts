import { subDays, subMinutes } from "date-fns";
import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { sendJob } from "../../jobs/queues.ts";
import { type AccountDeps, processAccountRequest } from "./accounts/processAccountRequest.ts";
import { reconcileAccounts } from "./accounts/reconcileAccounts.ts";
import { deleteInvitationsEndedBefore } from "./invitations/sendInvitation.ts";
import { deleteOldMails } from "./mails/reserveMail.ts";
import { deleteEndedSessions, deleteTokensFrom } from "./session/queries.ts";
import { SIGNED_IN_WITHIN_MINUTES } from "./session/sessions.ts";
import { deleteUnusedSignIns, IDLE_MINUTES } from "./session/signInQueries.ts";

const backOff = (attempts: number) => Math.min(60, 2 ** Math.min(attempts, 6));
const ELSEWHERE_AGAIN_SECONDS = 10;
const DAILY = "0 4 * * *";

/** Twice as long as any copy of the server takes them, because their clocks may differ. */
const TOKEN_RETENTION_MINUTES = 2 * SIGNED_IN_WITHIN_MINUTES;

/** For so long the link of an invitation that has ended can ask for a new one. */
const RENEWED_WITHIN_DAYS = 90;

/** Unused for so long, a sign-in is listed no more (docs/product/sign-in.md#own-sign-ins). */
const SIGN_IN_DAYS = 90;

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

export function peopleHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  const endSessions = async () => {
    const at = now();
    await deleteEndedSessions(db, at, subMinutes(at, IDLE_MINUTES));
    await deleteTokensFrom(db, subMinutes(at, TOKEN_RETENTION_MINUTES));
  };
  return {
    "delete ended sessions": endSessions,
    "forget unused sign-ins": () => deleteUnusedSignIns(db, subDays(now(), SIGN_IN_DAYS)),
    "delete old mails": () => deleteOldMails(db),
    "delete old invitations": () =>
      deleteInvitationsEndedBefore(db, subDays(now(), RENEWED_WITHIN_DAYS)),
  };
}
