import type { Transaction } from "kysely";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { limitReached } from "../../../problem.ts";
import {
  deleteMail,
  findDueTo,
  findLastDue,
  findWaits,
  insertMail,
  insertMails,
  type Limits,
  lockMails,
  lockManyMails,
  type Mail,
  type Waits,
} from "./queries.ts";

const HOUR_SECONDS = 3_600;
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
  if (waits.for_recipient > 0)
    throw limitReached("MAIL_SENT_RECENTLY", "mails", waits.for_recipient);
  return reserve(trx, mail, waits);
}

/**
 * Reserves a mail to each of many recipients, as `reserveMail` does for one; returns the seconds that
 * each waits, in their order.
 */
export async function reserveMails(
  trx: Transaction<Tables>,
  sender: string,
  recipients: readonly string[],
): Promise<number[]> {
  if (recipients.length === 0) return [];
  await lockManyMails(trx, sender, recipients);
  const { mostPerHour, secondsBetween } = limits;
  const due = await findLastDue(trx, sender, mostPerHour);
  const dueTo = await findDueTo(trx, recipients);
  const waits = recipients.map((recipient) => {
    const hourAgo = due.at(-mostPerHour);
    const ofSender = due.length < mostPerHour || hourAgo === undefined ? 0 : hourAgo + HOUR_SECONDS;
    const last = dueTo.get(recipient);
    const ofRecipient = last === undefined ? 0 : last + secondsBetween;
    const wait = Math.max(0, ofSender, ofRecipient);
    due.push(wait);
    if (wait === ofRecipient) due.sort((a, b) => a - b);
    return wait;
  });
  const mails = recipients.map((recipient, n) => ({ recipient, waitSeconds: waits[n] ?? 0 }));
  await insertMails(trx, sender, mails);
  return waits;
}

/**
 * Reserves a requested mail to each of many recipients who got none within the last minute; the seconds
 * that each waits, by recipient. The hourly limit delays.
 */
export async function reserveRequestedMails(
  trx: Transaction<Tables>,
  sender: string,
  recipients: readonly string[],
): Promise<Map<string, number>> {
  if (recipients.length === 0) return new Map();
  await lockManyMails(trx, sender, recipients);
  const dueTo = await findDueTo(trx, recipients);
  const free = recipients.filter((recipient) => {
    const last = dueTo.get(recipient);
    return last === undefined || last + limits.secondsBetween <= 0;
  });
  const waits = await reserveMails(trx, sender, free);
  return new Map(free.map((recipient, n) => [recipient, waits[n] ?? 0]));
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
