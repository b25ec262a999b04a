import { type Kysely, sql, type Transaction } from "kysely";
import { PROVIDER_KINDS } from "../../../../domain/alerts/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { getsMails } from "../../../smtp/mailChoices.ts";

const getsAlerts = getsMails("alert_mails");

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
    select u.user_id from users u where ${concerns} and ${getsAlerts}
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
    where u.user_id = ${userId} and ${getsAlerts}
    order by a.alert_id`.execute(db);
  return rows;
}
