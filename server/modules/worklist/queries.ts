import { type Kysely, sql } from "kysely";
import type { AlertKind } from "../../../domain/alerts/rules.ts";
import { lastDayOfMonth, monthOf } from "../../../domain/text/dates.ts";
import { WORK_KINDS } from "../../../domain/worklist/schemas.ts";
import type { Tables } from "../../db/tables.ts";

interface UrgentRow {
  organization_id: number | null;
  webhook_id: number | null;
  service_key_id: number | null;
  kind: AlertKind;
  raised_at: Date;
}

const alertKinds = WORK_KINDS.filter((kind) => kind !== "INVITATION" && kind !== "CLOSING");

/**
 * The most urgent of the open alerts. Each kind is read from its place in the index alerts_open_by_kind,
 * and the next one only while there is room, so the cost is that of `most` rows.
 */
export async function findUrgent(db: Kysely<Tables>, most: number): Promise<UrgentRow[]> {
  const ofKind = (kind: AlertKind) => sql`(
    select a.organization_id, a.webhook_id, a.service_key_id, a.kind, a.raised_at from alerts a
    where a.kind = ${kind} and a.resolved_at is null
    order by a.raised_at, a.alert_id limit ${most})`;
  const { rows } = await sql<UrgentRow>`
    select * from (${sql.join(alertKinds.map(ofKind), sql` union all `)}) urgent
    limit ${most}`.execute(db);
  return rows;
}

export interface InvitationRow {
  user_id: string;
  organization_id: number | null;
  created_at: Date;
  /** Null where no mail was sent. */
  ends_at: Date | null;
}

interface OldInvitations {
  endsBefore: Date;
  /** Where no mail was sent. */
  invitedBefore: Date;
  /** All of them were invited before. */
  allInvitedBefore: Date;
}

/** Those whose newest invitation is about to end, or has ended, and who have not signed in, the oldest first. */
export async function findInvitations(
  db: Kysely<Tables>,
  { endsBefore, invitedBefore, allInvitedBefore }: OldInvitations,
  most: number,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select u.user_id, u.organization_id, u.created_at, i.ends_at
    from users u
    cross join lateral (
      select max(ends_at) as ends_at from invitations where user_id = u.user_id) i
    where u.status = 'INVITED' and u.created_at < ${allInvitedBefore}
      and case when i.ends_at is null then u.created_at < ${invitedBefore}
        else i.ends_at < ${endsBefore} end
    order by u.created_at, u.user_id limit ${most}`.execute(db);
  return rows;
}

/**
 * How many contracts in force in a month, whose first day is given, are not closed for it or a later
 * one; `most` are counted.
 */
export async function countOpen(db: Kysely<Tables>, first: string, most: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from (
      select 1 from contract_usage u
      where u.start_date <= ${lastDayOfMonth(monthOf(first))}::date
        and u.effective_end >= ${first}::date
        and not exists (select from closings k
          where k.organization_id = u.organization_id and k.contract_id = u.contract_id
            and k.month >= ${first}::date)
      limit ${most}) found`.execute(db);
  return rows[0]?.open ?? 0;
}

interface InvitedRow {
  user_id: string;
  user_name: string;
  email: string;
}

export async function findInvited(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<Map<string, InvitedRow>> {
  const { rows } = await sql<InvitedRow>`
    select user_id, user_name, email from users
    where user_id = any(${userIds}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}
