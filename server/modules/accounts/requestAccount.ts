import type { Transaction } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { sendJob } from "../../jobs/queues.ts";
import { insertRequest, type Wishes } from "./outboxQueries.ts";

/** Whoever requests it carries it out at once; the job is for when that fails, or ends in a crash. */
const JOB_AFTER_SECONDS = 5;

/**
 * Asks that a person's account at the identity service becomes what our database will say once
 * this transaction has committed. Whoever asks calls `awaitAccount` after the commit, or lets the
 * job begin at once. The user's row must have been written or locked before.
 */
export async function requestAccount(
  trx: Transaction<Tables>,
  userId: string,
  wishes: Wishes = {},
  jobAfterSeconds = JOB_AFTER_SECONDS,
): Promise<void> {
  await insertRequest(trx, userId, wishes);
  await sendJob(trx, "account", { userId }, jobAfterSeconds);
}
