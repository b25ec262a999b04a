import { randomBytes } from "node:crypto";
import { addDays } from "date-fns";
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { invitationLink, invitationReturn } from "../../../../domain/users/actionLink.ts";
import { invitationMail } from "../../../../domain/users/invitationMail.ts";
import { sha256 } from "../../../bytes.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import type { Tables, UsersTable } from "../../../db/tables.ts";
import type { IdentityService } from "../../../identity/identity.ts";
import { countMail } from "../../../metrics/counted.ts";
import { sendMail } from "../../../smtp/sendMail.ts";

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
async function insertInvitation(
  db: Kysely<Tables>,
  { tokenHash, userId, at, endsAt }: NewInvitation,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into invitations (token_hash, user_id, created_at, ends_at)
    select ${tokenHash}::bytea, u.user_id, ${at}::timestamptz, ${endsAt}::timestamptz
    from users u where u.user_id = ${userId} and u.status = 'INVITED'`.execute(db);
  return numAffectedRows > 0n;
}

async function deleteInvitation(db: Kysely<Tables>, tokenHash: Uint8Array): Promise<void> {
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

async function findMailed(db: Kysely<Tables>, userId: string): Promise<MailedRow> {
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

interface MadeInvitation {
  /** 256 bits; the database has its hash only. */
  token: string;
  endsAt: Date;
}

/** A new invitation beside earlier ones, which last to their own end; undefined unless the user is INVITED. */
export async function newInvitation(
  db: Kysely<Tables>,
  userId: string,
  { now, config }: Pick<Deps, "now"> & { config: Pick<Config, "invitationDays"> },
): Promise<MadeInvitation | undefined> {
  const token = randomBytes(32).toString("base64url");
  const at = now();
  const endsAt = addDays(at, config.invitationDays);
  const tokenHash = sha256(token);
  return (await insertInvitation(db, { tokenHash, userId, at, endsAt }))
    ? { token, endsAt }
    : undefined;
}

interface SendDeps extends Pick<Deps, "db" | "now"> {
  config: Pick<Config, "publicUrl" | "invitationDays" | "smtp">;
}

interface Invited {
  user_id: string;
  email: string;
  user_name: string;
}

/**
 * Sends a mail with which a person sets a password: our own with SMTP_URL, else that of the identity
 * service, whose link leads back to ours. A person who has signed in before gets that one alone,
 * since an invitation is used. Throws MailError, or what the identity service throws.
 */
export async function sendInvitation(
  { db, now, config }: SendDeps,
  user: Invited,
  identity: () => Pick<IdentityService, "sendPasswordReset">,
): Promise<void> {
  const { user_id: userId, email } = user;
  const { publicUrl, smtp } = config;
  const invitation = await newInvitation(db, userId, { now, config });
  try {
    await countMail("invitation", async () => {
      if (smtp && invitation) await sendMail(smtp, await ownMail(db, user, invitation, publicUrl));
      else {
        await identity().sendPasswordReset(email, invitationReturn(publicUrl, invitation?.token));
      }
    });
  } catch (error) {
    // The next attempt has a token of its own.
    if (invitation) await deleteInvitation(db, sha256(invitation.token));
    throw error;
  }
}

async function ownMail(
  db: Deps["db"],
  { user_id: userId, email, user_name: userName }: Invited,
  { token, endsAt }: MadeInvitation,
  publicUrl: string,
) {
  const { organization_name: organizationName, sender_name: senderName } = await findMailed(
    db,
    userId,
  );
  const link = invitationLink(publicUrl, token);
  return {
    to: email,
    ...invitationMail({ userName, organizationName, senderName, link, endsAt }),
  };
}
