import { type Kysely, sql, type Transaction } from "kysely";
import { userImportKind } from "../../../domain/api/userImports.ts";
import { MOST_NAMED } from "../../../domain/imports/rules.ts";
import type { ChangedFields } from "../../../domain/userImports/plan.ts";
import type {
  UserImport,
  UserImportMails,
  UserImportSummary,
} from "../../../domain/userImports/schemas.ts";
import type { Deps } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import { type ImportKey, importStore, type StoredImport } from "../../fileImports/importStore.ts";

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
async function countMails(db: Kysely<Tables>, userImportId: number): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select count(*) filter (where x.mails is not null and u.status = 'INVITED') as waiting,
      count(*) filter (where ${isFailed}) as failed
    ${added(userImportId)}`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0 };
}

async function findFailed(
  db: Kysely<Tables>,
  userImportId: number,
  most: number,
): Promise<UserImportMails["failedPeople"]> {
  const { rows } = await sql<UserImportMails["failedPeople"][number]>`
    select u.user_id as "userId", u.user_name as "userName", u.email ${added(userImportId)} and ${isFailed}
    order by u.order_key, u.user_id limit ${most}`.execute(db);
  return rows;
}

/** What an import has made of a person; the fields that differ of one whom it has updated. */
export interface ChangeRow {
  user_id: string;
  kind: "ADDED" | "UPDATED" | "DISABLED";
  before: ChangedFields | null;
  after: ChangedFields | null;
  /** The version that the import left; null if that was not kept, so that values are compared. */
  version: number | null;
}

/** Imports of an organization, and those of system admins, which have none. */
export const userImports = importStore<UserImportSummary, ChangeRow>({
  kind: userImportKind,
  record: "user",
  present: (userImportId, stored) => ({ userImportId, ...stored }),
});

/** An import, with what has become of its invitations. Throws 404. */
export async function readUserImport(
  { db, now }: Pick<Deps, "db" | "now">,
  key: ImportKey,
): Promise<UserImport> {
  return withMails(db, await userImports.found(db, key), now());
}

/** The same of an import that was read already. */
export async function withMails(
  db: Kysely<Tables>,
  row: StoredImport<UserImportSummary>,
  now: Date,
): Promise<UserImport> {
  const summary = userImports.present(row, now);
  const { import_id: id, result, reverted_at } = row;
  if (reverted_at)
    return { ...summary, mails: { sent: 0, waiting: 0, failed: 0, failedPeople: [] } };
  const { waiting, failed } = await countMails(db, id);
  const failedPeople = failed > 0 ? await findFailed(db, id, MOST_NAMED) : [];
  const sent = Math.max(0, result.added - waiting - failed);
  return { ...summary, mails: { sent, waiting, failed, failedPeople } };
}
