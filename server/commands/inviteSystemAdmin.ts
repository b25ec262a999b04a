import { userCreate } from "../../domain/users/schemas.ts";
import { actAsOperator } from "../audit/acting.ts";
import type { Deps } from "../context.ts";
import { transactOn } from "../db/transact.ts";
import { IdentityUnavailableError } from "../identity/identity.ts";
import { inviteUser } from "../modules/people/users/inviteUser.ts";
import { constraintProblem, ProblemError } from "../problem.ts";
import { reasonOf, StartError } from "../start/startMessages.ts";

type InviteDeps = Pick<Deps, "config" | "db" | "identity" | "now" | "accountWaitMs">;

/** Throws StartError unless the identity service can be used, before anything is written. */
export async function tryIdentity(identity: Pick<Deps["identity"], "ping">): Promise<void> {
  try {
    await identity.ping();
  } catch (error) {
    if (!(error instanceof IdentityUnavailableError)) throw error;
    throw new StartError(`Nothing was changed: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Invites a system admin; resolves once the account is there and the mail is sent. Throws
 * StartError, which says in one line what is wrong or what is still to be done.
 */
export async function inviteSystemAdmin(
  deps: InviteDeps,
  given: { email: string; userName: string },
): Promise<void> {
  const { email } = given;
  const input = userCreate.safeParse({ ...given, isSystemAdmin: true });
  if (!input.success) throw new StartError(`${email}: ${input.error.issues[0]?.message}`);
  let reason = "the identity service has not answered";
  const remember = ({ err }: { err?: unknown }) => {
    reason = reasonOf(err);
  };
  const log = { warn: remember, error: remember };
  const transact = transactOn(deps.db);
  const user = await actAsOperator("addSystemAdmin", () =>
    inviteUser({ ...deps, log, transact }, null, input.data),
  ).catch(refused(email));
  if (user.identityError) throw new StartError(`${email}: the identity service rejects it.`);
  if (user.identityPending || user.mailPending) {
    throw new StartError(
      `${email} is saved, but not invited yet: ${reason}. A running server continues until the mail is sent.`,
    );
  }
}

/** Turns what the console would answer into a line. */
function refused(email: string): (error: unknown) => never {
  return (error) => {
    const problem = error instanceof ProblemError ? error : constraintProblem(error);
    throw problem ? new StartError(`${email}: ${problem.message}`, { cause: error }) : error;
  };
}
