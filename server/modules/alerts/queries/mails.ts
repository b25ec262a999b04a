import { type Kysely, sql, type Transaction } from "kysely";
import { PROVIDER_KINDS } from "../../../../domain/alerts/rules.ts";
import type { Tables } from "../../../db/tables.ts";

/** Who was invited may be the only one to learn of it. */
const isRecipient = sql`is_organization_admin and status in ('ACTIVE', 'INVITED')`;

/** The organization admins of an organization that are not disabled. */
export async function findRecipients(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from users
    where organization_id = ${organizationId} and ${isRecipient} order by user_id`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

export interface MailRow {
  user_name: string;
  email: string;
  organization_name: string;
  message: string;
}

/** What to write to a person about alerts; empty if they are resolved or the person has left. */
export async function findMail(
  db: Kysely<Tables>,
  { userId, alertIds }: { userId: string; alertIds: readonly number[] },
): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select u.user_name, u.email, o.organization_name, a.message
    from users u join organizations o on o.organization_id = u.organization_id
    join alerts a on a.organization_id = u.organization_id
    where u.user_id = ${userId} and ${isRecipient} and a.alert_id = any(${alertIds}::bigint[])
      and a.resolved_at is null and a.kind <> all(${PROVIDER_KINDS}::text[])
    order by a.alert_id`.execute(db);
  return rows;
}
