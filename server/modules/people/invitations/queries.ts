import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Tables, UsersTable } from "../../../db/tables.ts";

declare module "../../../db/tables.ts" {
  interface Tables {
    invitations: { token_hash: Uint8Array; user_id: string; created_at: Date; ends_at: Date };
  }
}

interface NewInvitation {
  tokenHash: Uint8Array;
  userId: string;
  at: Date;
  endsAt: Date;
}

/** Inserts an invitation of a user who is INVITED; false if the user is not any more. */
export async function insertInvitation(
  db: Kysely<Tables>,
  { tokenHash, userId, at, endsAt }: NewInvitation,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into invitations (token_hash, user_id, created_at, ends_at)
    select ${tokenHash}::bytea, u.user_id, ${at}::timestamptz, ${endsAt}::timestamptz
    from users u where u.user_id = ${userId} and u.status = 'INVITED'`.execute(db);
  return numAffectedRows > 0n;
}

export async function deleteInvitation(db: Kysely<Tables>, tokenHash: Uint8Array): Promise<void> {
  await db.deleteFrom("invitations").where("token_hash", "=", tokenHash).execute();
}

type InvitationRow = Pick<Selectable<UsersTable>, "user_id" | "email"> & { ends_at: Date };

/** The invitation of a token, while its user is INVITED. */
export async function findInvitation(
  db: Kysely<Tables>,
  tokenHash: Uint8Array,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom("invitations as i")
    .innerJoin("users as u", "u.user_id", "i.user_id")
    .select(["u.user_id", "u.email", "i.ends_at"])
    .where("i.token_hash", "=", tokenHash)
    .where("u.status", "=", "INVITED")
    .executeTakeFirst();
}

/** Whose name the mail of an invitation says, and of which organization. */
interface MailedRow {
  organization_name: string | null;
  sender_name: string | null;
}

export async function findMailed(db: Kysely<Tables>, userId: string): Promise<MailedRow> {
  const { rows } = await sql<MailedRow>`
    select o.organization_name, s.user_name as sender_name
    from users u
    left join organizations o on o.organization_id = u.organization_id
    left join users s on s.user_id = u.invited_by and s.erased_at is null
    where u.user_id = ${userId}`.execute(db);
  return rows[0] ?? { organization_name: null, sender_name: null };
}

/** Notes who has invited users again, for the mail; their versions stay. */
export async function updateInvitedBy(
  trx: Transaction<Tables>,
  userIds: readonly string[],
  invitedBy: string,
): Promise<void> {
  if (userIds.length === 0) return;
  await trx
    .updateTable("users")
    .set({ invited_by: invitedBy })
    .where("user_id", "in", userIds)
    .execute();
}

export async function deleteInvitationsOf(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom("invitations").where("user_id", "=", userId).execute();
}

export async function deleteInvitationsEndedBefore(db: Kysely<Tables>, at: Date): Promise<void> {
  await db.deleteFrom("invitations").where("ends_at", "<", at).execute();
}
