import { type Kysely, sql, type Transaction } from "kysely";
import { userImportKind } from "../../../domain/api/userImports.ts";
import type { UserImportMails } from "../../../domain/userImports/schemas.ts";
import type { Tables } from "../../db/tables.ts";

/**
 * How many addresses of other organizations the checks of other files have named to an organization of within
 * an hour, by their events: the target is a digest, whose third part stands for the file. Those of the
 * release before have a number and count each. Checks wait for each other.
 */
export async function lockShownElsewhere(
  trx: Transaction<Tables>,
  organizationId: number,
  file: string,
): Promise<number> {
  await sql`
    select 1 from organizations where organization_id = ${organizationId}
    for no key update`.execute(trx);
  const { rows } = await sql<{ elsewhere: number }>`
    select coalesce(sum(f.elsewhere), 0)::integer as elsewhere from (
      select max((e.counts->>'elsewhere')::integer) as elsewhere
      from audit_events e
      where e.organization_id = ${organizationId} and e.occurred_at >= now() - interval '1 hour'
        and e.operation = 'prepareMemberImport'
        and split_part(e.target_id, '.', 3) is distinct from ${file}
      group by coalesce(nullif(split_part(e.target_id, '.', 3), ''), e.audit_event_id::text)
    ) f`.execute(trx);
  return rows[0]?.elsewhere ?? 0;
}

/** How many of them the check with this digest has named; none if there was no such check today. */
export async function findShownElsewhere(
  db: Kysely<Tables>,
  organizationId: number,
  digest: string,
): Promise<number> {
  const { rows } = await sql<{ elsewhere: number }>`
    select (e.counts->>'elsewhere')::integer as elsewhere from audit_events e
    where e.organization_id = ${organizationId} and e.occurred_at >= now() - interval '1 day'
      and e.operation = 'prepareMemberImport'
      and e.target_kind = ${userImportKind.name} and e.target_id = ${digest}
    order by e.occurred_at desc limit 1`.execute(db);
  return rows[0]?.elsewhere ?? 0;
}

interface MailCounts {
  waiting: number;
  failed: number;
}

const added = (userImportId: number) => sql`
  from user_import_changes c join users u on u.user_id = c.user_id
  left join identity_outbox x on x.user_id = c.user_id
  where c.user_import_id = ${userImportId} and c.kind = 'ADDED'`;

/** The identity service has refused the account or its mail, and nothing is under way. */
const isFailed = sql`u.status = 'INVITED' and u.identity_error is not null and x.user_id is null`;

/** What has become of the invitations of those whom an import has added. */
export async function countMails(db: Kysely<Tables>, userImportId: number): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select count(*) filter (where x.mails is not null and u.status = 'INVITED') as waiting,
      count(*) filter (where ${isFailed}) as failed
    ${added(userImportId)}`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0 };
}

export async function findFailed(
  db: Kysely<Tables>,
  userImportId: number,
  most: number,
): Promise<UserImportMails["failedPeople"]> {
  const { rows } = await sql<UserImportMails["failedPeople"][number]>`
    select u.user_id as "userId", u.user_name as "userName", u.email ${added(userImportId)} and ${isFailed}
    order by u.order_key, u.user_id limit ${most}`.execute(db);
  return rows;
}
