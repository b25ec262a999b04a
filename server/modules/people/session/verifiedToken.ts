import type { Deps } from "../../../context.ts";
import { TokenInvalidError, type VerifiedToken } from "../../../identity/identity.ts";
import { presentSignedIn } from "./admitPerson.ts";
import { findUser } from "./queries.ts";
import { recordRefusedSignIn } from "./signInEvents.ts";

/**
 * Verifies an ID token. A token that is right but whose person is disabled at the identity service
 * is a refused sign-in. Throws TokenInvalidError and IdentityUnavailableError.
 */
export function verifiedToken(
  deps: Pick<Deps, "db" | "identity" | "now" | "log">,
  idToken: string,
): Promise<VerifiedToken> {
  return deps.identity.verifyIdToken(idToken).catch(async (error: unknown) => {
    if (error instanceof TokenInvalidError && error.reason === "disabled") {
      const row = await findUser(deps.db, subjectOf(idToken));
      if (row) await recordRefusedSignIn(deps, presentSignedIn(row, deps.now()));
    }
    throw error;
  });
}

/** The claim `sub` of a token whose signature was verified; empty if it has none (RFC 7519, 4.1.2). */
function subjectOf(token: string): string {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"),
    );
    return String(Object(claims).sub ?? "");
  } catch {
    return "";
  }
}
