import { type Kysely, sql, type Transaction } from "kysely";
import type { ChangedFields } from "../../../../domain/userImports/plan.ts";
import type { Tables } from "../../../db/tables.ts";

type ChangeKind = "ADDED" | "UPDATED" | "DISABLED";

/** What an import has made of a person; the fields that differ of one whom it has updated. */
export interface ChangeRow {
  user_id: string;
  kind: ChangeKind;
  before: ChangedFields | null;
  after: ChangedFields | null;
  /** The version that the import left; null if that was not kept, so that values are compared. */
  version: number | null;
}

export async function insertChanges(
  trx: Transaction<Tables>,
  userImportId: number,
  changes: readonly ChangeRow[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into user_import_changes (user_import_id, user_id, kind, before, after, version)
    select ${userImportId}::bigint, c.user_id, c.kind, c.before, c.after, c.version
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (user_id text, kind text, before jsonb, after jsonb, version integer)`.execute(trx);
}

export async function findChanges(
  trx: Transaction<Tables>,
  userImportId: number,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select c.user_id, c.kind, c.before, c.after, c.version from user_import_changes c
    where c.user_import_id = ${userImportId} order by c.user_id`.execute(trx);
  return rows;
}

export interface MailCounts {
  waiting: number;
  failed: number;
}

interface FailedRow {
  user_id: string;
  user_name: string;
  email: string;
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
): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    select u.user_id, u.user_name, u.email ${added(userImportId)} and ${isFailed}
    order by u.order_key, u.user_id limit ${most}`.execute(db);
  return rows;
}
