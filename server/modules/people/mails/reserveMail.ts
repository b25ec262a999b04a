import { type Kysely, sql, type Transaction } from "kysely";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { limitReached } from "../../../problem.ts";

const RECIPIENTS = 7_402_021;
const SENDERS = 7_402_022;

interface Mail {
  recipient: string;
  /**
   * Whose hourly limit counts: the user id of the sender, or `directorySender`. Null, without that
   * limit, if the recipient asks without signing in, the server repairs a lost account, or an operator
   * invites a system admin by a command.
   */
  sender: string | null;
}

/** The directory of an organization as the sender of mails. No user id has a colon. */
export const directorySender = (organizationId: number): string => `scim:${organizationId}`;

async function lockMails(trx: Transaction<Tables>, { recipient, sender }: Mail): Promise<void> {
  if (sender !== null) {
    await sql`select pg_advisory_xact_lock(${SENDERS}::int, hashtext(${sender}))`.execute(trx);
  }
  await sql`select pg_advisory_xact_lock(${RECIPIENTS}::int, hashtext(${recipient}))`.execute(trx);
}

/** The same for the mails of a sender to many recipients, in an order that all have in common. */
async function lockManyMails(
  trx: Transaction<Tables>,
  sender: string,
  recipients: readonly string[],
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SENDERS}::int, hashtext(${sender}))`.execute(trx);
  await sql`
    select pg_advisory_xact_lock(${RECIPIENTS}::int, key)
    from (select distinct hashtext(r) as key from unnest(${recipients}::text[]) r order by 1) keys`.execute(
    trx,
  );
}

/** When the last mails of a sender are due, in seconds from now, the earliest first. */
async function findLastDue(
  trx: Transaction<Tables>,
  sender: string,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ due: number }>`
    select extract(epoch from due_at - clock_timestamp())::float8 as due from mails
    where sender = ${sender} order by due_at desc limit ${most}`.execute(trx);
  return rows.map(({ due }) => due).reverse();
}

/** When the last mail to each of these recipients is due, in seconds from now. */
async function findDueTo(
  trx: Transaction<Tables>,
  recipients: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ recipient: string; due: number }>`
    select recipient, extract(epoch from max(due_at) - clock_timestamp())::float8 as due
    from mails where recipient = any(${recipients}::text[]) group by recipient`.execute(trx);
  return new Map(rows.map(({ recipient, due }) => [recipient, due]));
}

async function insertMails(
  trx: Transaction<Tables>,
  sender: string,
  mails: readonly { recipient: string; waitSeconds: number }[],
): Promise<void> {
  await sql`
    insert into mails (recipient, sender, due_at)
    select m.recipient, ${sender}, clock_timestamp() + make_interval(secs => m.wait)
    from unnest(${mails.map(({ recipient }) => recipient)}::text[],
      ${mails.map(({ waitSeconds }) => waitSeconds)}::float8[]) as m (recipient, wait)`.execute(
    trx,
  );
}

interface Limits {
  secondsBetween: number;
  mostPerHour: number;
}

/** Seconds until the limits of recipient and sender allow another mail; at least 0. */
interface Waits {
  for_recipient: number;
  for_sender: number;
}

async function findWaits(
  trx: Transaction<Tables>,
  { recipient, sender }: Mail,
  { secondsBetween, mostPerHour }: Limits,
): Promise<Waits> {
  const { rows } = await sql<Waits>`
    select
      ${secondsUntil(sql`
        select max(due_at) + make_interval(secs => ${secondsBetween})
        from mails where recipient = ${recipient}`)} as for_recipient,
      ${secondsUntil(sql`
        select due_at + interval '1 hour' from mails where sender = ${sender}
        order by due_at desc offset ${mostPerHour - 1} limit 1`)} as for_sender`.execute(trx);
  return rows[0] ?? { for_recipient: 0, for_sender: 0 };
}

function secondsUntil(instant: ReturnType<typeof sql>) {
  return sql`greatest(0, extract(epoch from (${instant}) - clock_timestamp()))::float8`;
}

async function insertMail(
  trx: Transaction<Tables>,
  { recipient, sender }: Mail,
  waitSeconds: number,
): Promise<number> {
  const { mail_id } = await trx
    .insertInto("mails")
    .values({
      recipient,
      sender,
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${waitSeconds})`,
    })
    .returning("mail_id")
    .executeTakeFirstOrThrow();
  return mail_id;
}

async function deleteMail(db: Kysely<Tables>, mailId: number): Promise<void> {
  await db.deleteFrom("mails").where("mail_id", "=", mailId).execute();
}

export async function deleteOldMails(db: Kysely<Tables>): Promise<void> {
  await sql`delete from mails where due_at < clock_timestamp() - interval '1 hour'`.execute(db);
}

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
