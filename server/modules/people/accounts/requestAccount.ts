import type { Generated, Kysely, Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { sendJob, sendJobs } from "../../../jobs/queues.ts";
import type { ReservedMail } from "../mails/reserveMail.ts";
import { type AccountActions, type AccountRequest, insertRequests } from "./queries.ts";

interface RequestOptions {
  jobAfterSeconds?: number;
  mail?: ReservedMail;
}

/** The caller processes the request at once; the job covers errors and crashes. */
const JOB_AFTER_SECONDS = 5;

/**
 * Requests that a person's account becomes equal to our database after this transaction. Write or
 * lock the user's row before; call `awaitAccount` after the commit, or start the job at once.
 * `mails` is the mail reserved for the invitation (server/modules/people/mails).
 */
export async function requestAccount(
  trx: Transaction<Tables>,
  userId: string,
  actions: AccountActions = {},
  { jobAfterSeconds = JOB_AFTER_SECONDS, mail }: RequestOptions = {},
): Promise<void> {
  await insertRequests(trx, [{ userId, actions, mailWaitSeconds: mail?.waitSeconds }]);
  await sendJob(trx, "account", { userId }, jobAfterSeconds);
}

/** The same for many people at once, of whom nobody waits: their jobs start after the commit. */
export async function requestAccounts(
  trx: Transaction<Tables>,
  requests: readonly AccountRequest[],
): Promise<void> {
  if (requests.length === 0) return;
  await insertRequests(trx, requests);
  await sendJobs(
    trx,
    "account",
    requests.map(({ userId }) => ({ userId })),
  );
}

declare module "../../../db/tables.ts" {
  interface Tables {
    restores: { only_row: Generated<boolean>; restored_to: Date; noted_at: Date; held: boolean };
  }
}

/** Whether accounts stay as they are until an operator has seen what differs after a restore. */
export async function isRepairHeld(db: Kysely<Tables>): Promise<boolean> {
  const row = await db
    .selectFrom("restores")
    .select("held")
    .where("held", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}
