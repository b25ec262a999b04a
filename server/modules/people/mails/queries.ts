import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

const RECIPIENTS = 7_402_021;
const SENDERS = 7_402_022;

export interface Mail {
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

export async function lockMails(
  trx: Transaction<Tables>,
  { recipient, sender }: Mail,
): Promise<void> {
  if (sender !== null) {
    await sql`select pg_advisory_xact_lock(${SENDERS}::int, hashtext(${sender}))`.execute(trx);
  }
  await sql`select pg_advisory_xact_lock(${RECIPIENTS}::int, hashtext(${recipient}))`.execute(trx);
}

/** The same for the mails of a sender to many recipients, in an order that all have in common. */
export async function lockManyMails(
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
export async function findLastDue(
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
export async function findDueTo(
  trx: Transaction<Tables>,
  recipients: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ recipient: string; due: number }>`
    select recipient, extract(epoch from max(due_at) - clock_timestamp())::float8 as due
    from mails where recipient = any(${recipients}::text[]) group by recipient`.execute(trx);
  return new Map(rows.map(({ recipient, due }) => [recipient, due]));
}

export async function insertMails(
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

export interface Limits {
  secondsBetween: number;
  mostPerHour: number;
}

/** Seconds until the limits of recipient and sender allow another mail; at least 0. */
export interface Waits {
  for_recipient: number;
  for_sender: number;
}

export async function findWaits(
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

export async function insertMail(
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

export async function deleteMail(db: Kysely<Tables>, mailId: number): Promise<void> {
  await db.deleteFrom("mails").where("mail_id", "=", mailId).execute();
}

export async function deleteOldMails(db: Kysely<Tables>): Promise<void> {
  await sql`delete from mails where due_at < clock_timestamp() - interval '1 hour'`.execute(db);
}
