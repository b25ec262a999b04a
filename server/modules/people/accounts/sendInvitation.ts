import { invitationReturn } from "../../../../domain/users/actionLink.ts";
import type { Config } from "../../../config.ts";
import type { IdentityService } from "../../../identity/identity.ts";

interface SendInvitationDeps {
  identity: Pick<IdentityService, "sendPasswordReset">;
  config: Pick<Config, "publicUrl">;
}

/** Sends the mail in which a person sets a password: the only mail that we send to users. */
export async function sendInvitation(
  { identity, config }: SendInvitationDeps,
  { email }: { email: string },
): Promise<void> {
  await identity.sendPasswordReset(email, invitationReturn(config.publicUrl));
}
