import type { IdentityService } from "../../../identity/identity.ts";

/** Sends the mail in which a person sets a password: the only mail that we send to users. */
export async function sendInvitation(
  { identity }: { identity: Pick<IdentityService, "sendPasswordReset"> },
  { email }: { email: string },
): Promise<void> {
  await identity.sendPasswordReset(email);
}
