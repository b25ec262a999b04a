import type { IdentityService } from "../../../identity/identity.ts";

/**
 * Has the mail sent in which a person sets a password. Every mail that we send to a user goes
 * through here.
 */
export async function sendInvitation(
  { identity }: { identity: Pick<IdentityService, "sendPasswordReset"> },
  { email }: { email: string },
): Promise<void> {
  await identity.sendPasswordReset(email);
}
