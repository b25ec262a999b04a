import type { Kysely } from "kysely";
import type { Area } from "../../../../domain/api/endpoint.ts";
import type { IdentityError } from "../../../../domain/users/rules.ts";
import {
  isWay,
  type OwnWays,
  organizationOfProvider,
  PASSWORD_PROVIDER,
  ssoKindOf,
  USUAL_WAYS,
} from "../../../../domain/ways/rules.ts";
import { mayComeFrom } from "../../../addressLimit.ts";
import { actAsOperation } from "../../../audit/acting.ts";
import type { Config } from "../../../config.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { VerifiedToken } from "../../../identity/identity.ts";
import { hasGoogleSignIn } from "../../../plugins/securityHeaders.ts";
import { forbidden, unauthenticated } from "../../../problem.ts";
import { raiseSsoRefused } from "../../alerts/service/raiseAlerts.ts";
import { deleteInvitationsOf } from "../invitations/sendInvitation.ts";
import { publishUser, updateIdentityError, userField } from "../queries.ts";
import { activateUser, type UserRow } from "./queries.ts";
import { actorOf, recordRefusedSignIn } from "./signInQueries.ts";

export function presentSignedIn(row: UserRow, authTime: Date): SignedIn {
  return {
    userId: row.user_id,
    organizationId: row.organization_id,
    userName: row.user_name,
    email: row.email,
    isSystemAdmin: row.is_system_admin,
    isOrganizationAdmin: row.is_organization_admin,
    isDictionaryAdmin: row.is_dictionary_admin,
    signedInAt: authTime,
  };
}

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

/** The area of a request, and the address that it came from. */
interface CalledFrom {
  area: Area;
  ip: string;
}

/**
 * Decides whether the person of a verified credential is let in, and says who that is. The first
 * request of an invited user accepts the invitation. Throws 401 WAY_NOT_ALLOWED for a way to sign in that is
 * none of the user's organization, before anything else, and leaves nothing of it; 401 for an unknown or disabled user and
 * for a sign-in that has ended; 403 EMAIL_CHANGED if the e-mail address was changed at the identity
 * service and no admin has confirmed it; 403 ADDRESS_NOT_ALLOWED unless the organization may be used
 * from the `ip` of the request, or while its limit is held after a restore; 401 SECOND_FACTOR_REQUIRED without the second factor that the area
 * needs.
 */
export async function admitPerson(
  deps: Pick<Deps, "config" | "db" | "identity" | "log" | "now">,
  row: UserRow | undefined,
  token: VerifiedToken,
  { area, ip }: CalledFrom,
): Promise<SignedIn> {
  const { authTime, email } = token;
  if (!row) {
    if (!ssoKindOf(token.provider)) throw unauthenticated();
    await refuseWay(deps, row, token);
    // As for a person of elsewhere: an identity provider may assert any address, and learns of none.
    throw unauthenticated("WAY_NOT_ALLOWED");
  }
  if (!isAdmittedWay(deps, row, token)) await refuseOtherWay(deps, row, token);
  const { db, now } = deps;
  const signedIn = presentSignedIn(row, authTime);
  if (row.status === "DISABLED") {
    await recordRefusedSignIn(deps, signedIn);
    throw unauthenticated("ACCOUNT_DISABLED");
  }
  if (row.tokens_valid_after && authTime < row.tokens_valid_after) throw unauthenticated();
  if (row.sign_in_ended) throw unauthenticated();
  if (email !== row.email) await recordIdentityError(db, row, "EMAIL_CHANGED");
  if (email !== row.email || row.identity_error === "EMAIL_CHANGED") {
    await recordRefusedSignIn(deps, signedIn);
    throw forbidden("EMAIL_CHANGED");
  }
  if (row.addresses_held_at || !mayComeFrom(ip, row.allowed_addresses ?? [])) {
    await recordRefusedSignIn(deps, signedIn);
    throw forbidden("ADDRESS_NOT_ALLOWED");
  }
  if (!hasSecondFactor(row, token) && needsSecondFactor(deps.config, area)) {
    await recordRefusedSignIn(deps, signedIn);
    throw unauthenticated("SECOND_FACTOR_REQUIRED");
  }
  if (signsInAgain(row, authTime)) await recordIdentityError(db, row, null);
  if (row.status === "INVITED") await acceptInvitation(db, row, now());
  return signedIn;
}

/** SAML is authoritative: who may assert whom is decided here alone (docs/product/doors.md#refused). */
function isAdmittedWay(
  { config }: Pick<Deps, "config">,
  row: UserRow,
  token: VerifiedToken,
): boolean {
  // Of an untried provider nobody knows whose signatures it takes.
  const isOpen = row.way_held_at === null && row.way_tried_at !== null;
  return isOwnWay(config, row, token) && (isOpen || token.provider !== row.way_provider_id);
}

function isOwnWay(config: Config, row: UserRow, { provider }: VerifiedToken): boolean {
  const isBreakGlass = row.is_organization_admin && row.keeps_password === true;
  return isWay(provider, ownWays(row, hasGoogleSignIn(config.identity)), isBreakGlass);
}

async function refuseOtherWay(
  deps: Pick<Deps, "config" | "db" | "identity" | "log" | "now">,
  row: UserRow,
  token: VerifiedToken,
): Promise<never> {
  if (isOwnWay(deps.config, row, token)) {
    await recordRefusedSignIn(deps, presentSignedIn(row, token.authTime));
  } else await refuseWay(deps, row, token);
  throw unauthenticated("WAY_NOT_ALLOWED");
}

function ownWays(row: UserRow, hasGoogle: boolean): OwnWays {
  return {
    password: row.way_password ?? USUAL_WAYS.password,
    google: (row.way_google ?? USUAL_WAYS.google) && hasGoogle,
    providerId: row.way_provider_id,
    required: row.way_required ?? USUAL_WAYS.required,
  };
}

/** Single sign-on counts as one where its identity provider asks for it. */
function hasSecondFactor(row: UserRow, token: VerifiedToken): boolean {
  const isSso = token.provider === row.way_provider_id;
  return token.hasSecondFactor || (isSso && row.sso_asks_for_second_factor === true);
}

function needsSecondFactor({ requireMfa }: Pick<Config, "requireMfa">, area: Area): boolean {
  return requireMfa === "all" || (requireMfa === "admin" && area === "admin");
}

function signsInAgain({ identity_error, identity_error_at }: UserRow, authTime: Date): boolean {
  return identity_error !== null && identity_error_at !== null && authTime > identity_error_at;
}

async function recordIdentityError(
  db: Kysely<Tables>,
  row: UserRow,
  identityError: IdentityError | null,
): Promise<void> {
  if (row.identity_error === identityError) return;
  const parts = userField("identityError", row.identity_error, identityError);
  await asPerson(row, () =>
    db.transaction().execute(async (trx) => {
      if (!(await updateIdentityError(trx, row.user_id, identityError))) return;
      await publishUser(trx, row, { parts });
    }),
  );
}

function acceptInvitation(db: Kysely<Tables>, row: UserRow, at: Date): Promise<void> {
  const parts = userField("status", "INVITED", "ACTIVE");
  return asPerson(row, () =>
    db.transaction().execute(async (trx) => {
      if (!(await activateUser(trx, row.user_id, at))) return;
      await deleteInvitationsOf(trx, row.user_id);
      await publishUser(trx, row, { parts });
    }),
  );
}

/** What a credential shows is done by its person, whatever the request is for. */
function asPerson<Result>(row: UserRow, work: () => Result): Result {
  const { user_id: userId, organization_id: organizationId, user_name: userName } = row;
  return actAsOperation("signIn", actorOf({ userId, organizationId, userName }), work);
}
