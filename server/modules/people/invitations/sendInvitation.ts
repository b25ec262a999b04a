import { invitationLink, invitationReturn } from "../../../../domain/users/actionLink.ts";
import { invitationMail } from "../../../../domain/users/invitationMail.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import type { IdentityService } from "../../../identity/identity.ts";
import { countMail } from "../../../metrics/counted.ts";
import { sha256 } from "../../../sha256.ts";
import { sendMail } from "../../../smtp/sendMail.ts";
import { type NewInvitation, newInvitation } from "./newInvitation.ts";
import { deleteInvitation, findMailed } from "./queries.ts";

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
