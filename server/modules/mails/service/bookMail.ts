import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { mailSentRecently } from "../../../problem.ts";
import {
  findWaits,
  insertMail,
  type Limits,
  lockMails,
  type Mail,
  type Waits,
} from "../queries.ts";

/** Design 10, Limits on requests. */
const limits: Limits = { secondsBetween: 60, mostPerHour: 200 };

/** A mail that may be sent `waitSeconds` from now, 0 for at once. */
export interface BookedMail {
  mailId: number;
  waitSeconds: number;
}

/**
 * Books a mail that comes with something else, such as the invitation with its user: it is never
 * refused, but waits where a limit asks for it.
 */
export async function bookMail(trx: Transaction<Tables>, mail: Mail): Promise<BookedMail> {
  await lockMails(trx, mail);
  return book(trx, mail, await findWaits(trx, mail, limits));
}

/**
 * Books a mail that somebody asks for by itself. Throws 429 within a minute of another mail to the
 * recipient; beyond the sender's hourly limit it waits.
 */
export async function bookRequestedMail(trx: Transaction<Tables>, mail: Mail): Promise<BookedMail> {
  await lockMails(trx, mail);
  const waits = await findWaits(trx, mail, limits);
  if (waits.for_recipient > 0) throw mailSentRecently(waits.for_recipient);
  return book(trx, mail, waits);
}

async function book(
  trx: Transaction<Tables>,
  mail: Mail,
  { for_recipient, for_sender }: Waits,
): Promise<BookedMail> {
  const waitSeconds = Math.max(for_recipient, for_sender);
  return { mailId: await insertMail(trx, mail, waitSeconds), waitSeconds };
}
