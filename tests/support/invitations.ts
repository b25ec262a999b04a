import { invitationCode } from "../../domain/users/schemas.ts";
import type { IdentityService } from "../../server/identity/identity.ts";
import { newInvitation } from "../../server/modules/people/invitations/sendInvitation.ts";
import type { TestApi } from "./api.ts";
import { callIdentity, TOOLKIT } from "./signIn.ts";

/** The token of a new invitation of an invited user. */
export async function anInvitation(
  { db, config, clock }: Pick<TestApi, "db" | "config" | "clock">,
  userId: string,
): Promise<string> {
  const invitation = await newInvitation(db, userId, { now: clock.now, config });
  if (!invitation) throw new Error(`${userId} is not invited`);
  return invitation.token;
}

export const OPEN = "/api/v1/invitations/open";
export const RENEW = "/api/v1/invitations/renew";

/** Reads the tokens in the mails of the identity service, of which tests see no more than the kind. */
export class MailedTokens {
  readonly #tokens: [email: string, token: string | null][] = [];

  over = (real: IdentityService): IdentityService =>
    new Proxy(real, {
      get: (target, name) =>
        name === "sendPasswordReset"
          ? async (email: string, continueUrl: string) => {
              this.#tokens.push([email, new URL(continueUrl).searchParams.get("invite")]);
              await target.sendPasswordReset(email, continueUrl);
            }
          : Reflect.get(target, name),
    });

  /** Those in the mails to an address so far, in order; null of one that is no invitation. */
  to(email: string): (string | null)[] {
    return this.#tokens.filter(([recipient]) => recipient === email).map(([, token]) => token);
  }

  /** That of the latest mail to an address. */
  latestTo(email: string): string {
    const token = this.to(email).at(-1);
    if (!token) throw new Error(`${email} has got no invitation`);
    return token;
  }
}

/** Opens an invitation and sets the password, as its page does. */
export async function acceptInvitation(
  { anonymous, identity }: Pick<TestApi, "anonymous" | "identity">,
  token: string,
  newPassword: string,
): Promise<void> {
  const { oobCode } = invitationCode.parse((await anonymous.post(OPEN, { token })).body);
  const { status, body } = await callIdentity(identity, `${TOOLKIT}:resetPassword`, {
    oobCode,
    newPassword,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
}
