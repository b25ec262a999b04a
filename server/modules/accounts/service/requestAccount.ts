import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { sendJob } from "../../../jobs/queues.ts";
import type { BookedMail } from "../../mails/service/bookMail.ts";
import { insertRequest, type Wishes } from "../queries/outbox.ts";

interface RequestOptions {
  jobAfterSeconds?: number;
  mail?: BookedMail;
}

/** Whoever requests it carries it out at once; the job is for when that fails, or ends in a crash. */
const JOB_AFTER_SECONDS = 5;

/**
 * Asks that a person's account at the identity service becomes what our database will say once
 * this transaction has committed. Whoever asks calls `awaitAccount` after the commit, or lets the
 * job begin at once. The user's row must have been written or locked before. With `mails` goes the
 * mail that was booked for it (server/modules/mails).
 */
export async function requestAccount(
  trx: Transaction<Tables>,
  userId: string,
  wishes: Wishes = {},
  { jobAfterSeconds = JOB_AFTER_SECONDS, mail }: RequestOptions = {},
): Promise<void> {
  await insertRequest(trx, userId, wishes, mail?.waitSeconds);
  await sendJob(trx, "account", { userId }, jobAfterSeconds);
}
