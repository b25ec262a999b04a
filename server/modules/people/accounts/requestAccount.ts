import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { sendJob } from "../../../jobs/queues.ts";
import type { ReservedMail } from "../mails/reserveMail.ts";
import { type AccountActions, insertRequest } from "./queries.ts";

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
  await insertRequest(trx, userId, actions, mail?.waitSeconds);
  await sendJob(trx, "account", { userId }, jobAfterSeconds);
}
