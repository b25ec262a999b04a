import type { Transaction } from "kysely";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { mailSentRecently } from "../../../problem.ts";
import {
  deleteMail,
  findWaits,
  insertMail,
  type Limits,
  lockMails,
  type Mail,
  type Waits,
} from "./queries.ts";

/** docs/product/people.md#invitations */
const limits: Limits = { secondsBetween: 60, mostPerHour: 200 };

/** A mail that may be sent in `waitSeconds`; 0 means now. */
export interface ReservedMail {
  mailId: number;
  waitSeconds: number;
}

/** Reserves a mail of another operation, such as an invitation; limits only delay it. */
export async function reserveMail(trx: Transaction<Tables>, mail: Mail): Promise<ReservedMail> {
  await lockMails(trx, mail);
  return reserve(trx, mail, await findWaits(trx, mail, limits));
}

/** Reserves a requested mail. Throws 429 within a minute of the last; the hourly limit delays. */
export async function reserveRequestedMail(
  trx: Transaction<Tables>,
  mail: Mail,
): Promise<ReservedMail> {
  await lockMails(trx, mail);
  const waits = await findWaits(trx, mail, limits);
  if (waits.for_recipient > 0) throw mailSentRecently(waits.for_recipient);
  return reserve(trx, mail, waits);
}

async function reserve(
  trx: Transaction<Tables>,
  mail: Mail,
  { for_recipient, for_sender }: Waits,
): Promise<ReservedMail> {
  const waitSeconds = Math.max(for_recipient, for_sender);
  return { mailId: await insertMail(trx, mail, waitSeconds), waitSeconds };
}

type CancelMail = () => Promise<void>;

/** Reserves a reset mail, whether or not the address is known. Throws 429 within a minute. */
export async function reserveResetMail(
  { db }: Pick<Deps, "db">,
  email: string,
): Promise<CancelMail> {
  const mail = { recipient: email.trim().toLowerCase(), sender: null };
  const { mailId } = await db.transaction().execute((trx) => reserveRequestedMail(trx, mail));
  return () => deleteMail(db, mailId);
}
