import {
  organizationOfProvider,
  PASSWORD_PROVIDER,
  ssoKindOf,
} from "../../../../domain/ways/rules.ts";
import type { Deps } from "../../../context.ts";
import type { VerifiedToken } from "../../../identity/identity.ts";
import { raiseSsoRefused } from "../../alerts/service/wholeAlerts.ts";
import type { UserRow } from "./queries.ts";
import { presentSignedIn } from "./signedIn.ts";
import { recordRefusedSignIn } from "./signInEvents.ts";

/**
 * Leaves nothing of a sign-in by a way that is none of its person's: an identity provider may assert any
 * address, and the identity service links it to the account of that address (docs/product/doors.md#refused).
 * The provider is unlinked, and of single sign-on the tokens of the account end; the refusal stands whether that succeeds or not.
 */
export async function refuseWay(
  deps: Pick<Deps, "config" | "db" | "identity" | "log" | "now">,
  row: UserRow | undefined,
  token: VerifiedToken,
): Promise<void> {
  const { identity, log } = deps;
  const { uid: userId, provider } = token;
  log.warn({ userId, provider }, "a sign-in came by a way that is none of its person's");
  if (row) await recordRefusedSignIn(deps, presentSignedIn(row, token.authTime));
  if (provider === PASSWORD_PROVIDER) return;
  const asserting = organizationOfProvider(provider);
  if (asserting !== undefined && asserting !== row?.organization_id) await raise(deps, asserting);
  try {
    await identity.unlinkProvider(userId, provider);
    if (ssoKindOf(provider)) await identity.revokeTokens(userId);
  } catch (err) {
    log.error({ err, userId, provider }, "could not unlink a provider that was refused");
  }
}

async function raise(
  { config, db, log, now }: Pick<Deps, "config" | "db" | "log" | "now">,
  organizationId: number,
): Promise<void> {
  try {
    await db
      .transaction()
      .execute((trx) => raiseSsoRefused(trx, { config }, organizationId, now()));
  } catch (err) {
    log.error({ err, organizationId }, "could not raise SSO_REFUSED");
  }
}
