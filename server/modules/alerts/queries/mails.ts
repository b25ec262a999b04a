import { type Kysely, sql, type Transaction } from "kysely";
import { PROVIDER_KINDS } from "../../../../domain/alerts/rules.ts";
import type { Tables } from "../../../db/tables.ts";

/** An invited user may be the only one to learn of it. */
const getsMails = sql`u.alert_mails and u.status in ('ACTIVE', 'INVITED')`;

/**
 * Those who get mails about alerts of an organization, its admins; of the provider's alerts, with null,
 * system admins.
 */
export async function findRecipients(
  trx: Transaction<Tables>,
  organizationId: number | null,
): Promise<string[]> {
  const concerns =
    organizationId === null
      ? sql`u.is_system_admin`
      : sql`u.organization_id = ${organizationId} and u.is_organization_admin`;
  const { rows } = await sql<{ user_id: string }>`
    select u.user_id from users u where ${concerns} and ${getsMails}
    order by u.user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

export interface MailRow {
  user_name: string;
  email: string;
  is_system_admin: boolean;
  /** Of the alert; null of one about a receiver. */
  organization_name: string | null;
  message: string;
}

/** What to write to a person about alerts; empty if they are resolved or the person has left. */
export async function findMail(
  db: Kysely<Tables>,
  { userId, alertIds }: { userId: string; alertIds: readonly number[] },
): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select u.user_name, u.email, u.is_system_admin, o.organization_name, a.message
    from users u
    join alerts a on a.alert_id = any(${alertIds}::bigint[]) and a.resolved_at is null
      and case when a.kind = any(${PROVIDER_KINDS}::text[]) then u.is_system_admin
        else u.is_organization_admin and a.organization_id = u.organization_id end
    left join organizations o on o.organization_id = a.organization_id
    where u.user_id = ${userId} and ${getsMails}
    order by a.alert_id`.execute(db);
  return rows;
}

/** Whether a person wants mails about alerts. */
export async function findMailChoice(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const { alert_mails } = await db
    .selectFrom("users")
    .select("alert_mails")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return alert_mails;
}

/** A preference, not a change of the record: the version stays. */
export async function updateMailChoice(
  db: Kysely<Tables>,
  userId: string,
  enabled: boolean,
): Promise<void> {
  await db
    .updateTable("users")
    .set({ alert_mails: enabled })
    .where("user_id", "=", userId)
    .execute();
}
