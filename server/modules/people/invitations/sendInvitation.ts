import { randomBytes } from "node:crypto";
import { addDays } from "date-fns";
import type { Kysely } from "kysely";
import { invitationLink, invitationReturn } from "../../../../domain/users/actionLink.ts";
import { invitationMail } from "../../../../domain/users/invitationMail.ts";
import { sha256 } from "../../../bytes.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { IdentityService } from "../../../identity/identity.ts";
import { countMail } from "../../../metrics/counted.ts";
import { sendMail } from "../../../smtp/sendMail.ts";
import { deleteInvitation, findMailed, insertInvitation } from "./queries.ts";

interface NewInvitation {
  /** 256 bits; the database has its hash only. */
  token: string;
  endsAt: Date;
}

/** A new invitation beside earlier ones, which last to their own end; undefined unless the user is INVITED. */
export async function newInvitation(
  db: Kysely<Tables>,
  userId: string,
  { now, config }: Pick<Deps, "now"> & { config: Pick<Config, "invitationDays"> },
): Promise<NewInvitation | undefined> {
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
  { token, endsAt }: NewInvitation,
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
