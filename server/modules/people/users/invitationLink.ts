import { invitationLink } from "../../../../domain/users/actionLink.ts";
import type { InvitationLink } from "../../../../domain/users/schemas.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import { notFound, ruleBroken } from "../../../problem.ts";
import { newInvitation } from "../invitations/newInvitation.ts";
import { publishUser } from "../publishUser.ts";
import { lockUser } from "../queries.ts";
import { findUser, type Scope } from "./queries/users.ts";

interface LinkDeps extends Pick<Deps, "db" | "now"> {
  config: Pick<Config, "publicUrl" | "invitationDays">;
}

/**
 * Creates a link with which an invited user sets the first password, for an admin to hand over; no
 * mail is sent. Throws 404, 422 NOT_INVITED unless the user is INVITED (the link of an active user
 * would open that person's account to the admin).
 */
export function createInvitationLink(
  deps: LinkDeps,
  userId: string,
  scope: Scope,
): Promise<InvitationLink> {
  return deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    const row = await findUser(trx, userId, scope);
    if (!row) throw notFound();
    const invitation = await newInvitation(trx, userId, deps);
    if (!invitation) throw ruleBroken("NOT_INVITED");
    await publishUser(trx, row, { isAction: true });
    return { link: invitationLink(deps.config.publicUrl, invitation.token) };
  });
}
