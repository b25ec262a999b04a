import { startOfSecond, subMinutes } from "date-fns";
import { domainOf } from "../../../../domain/ways/rules.ts";
import type { Ways } from "../../../../domain/ways/schemas.ts";
import { waySentences } from "../../../../domain/ways/sentences.ts";
import type { Deps } from "../../../context.ts";
import { TokenInvalidError, type VerifiedToken } from "../../../identity/identity.ts";
import { ruleBroken } from "../../../problem.ts";
import { findUser } from "../../people/session/queries.ts";
import { refuseWay } from "../../people/session/refuseWay.ts";
import { findDomains, writeWays } from "../queries.ts";
import { openWays, type WaysTarget } from "./changeWays.ts";
import { publishWays, waysOf } from "./readWays.ts";

export type TestDeps = Pick<Deps, "config" | "db" | "identity" | "log" | "now">;

const SIGNED_IN_WITHIN_MINUTES = 5;

/**
 * Notes a test sign-in by the provider of an organization, after which it can be required. Its person has
 * to be one of the organization's users, or unknown but of a domain that it has proven. A person of
 * elsewhere is refused as at a sign-in. Throws 404, 422 WAY_TEST_FAILED with the reason.
 */
export async function noteTest(deps: TestDeps, target: WaysTarget, idToken: string): Promise<Ways> {
  const { db, now } = deps;
  const { organizationId } = target;
  const { provider_id: providerId } = await waysOf(db, organizationId);
  const token = await verified(deps, idToken);
  if (providerId === null || token.provider !== providerId) throw failed(waySentences.testOtherWay);
  if (token.authTime < subMinutes(now(), SIGNED_IN_WITHIN_MINUTES)) {
    throw failed(waySentences.testTooOld);
  }
  await refusePerson(deps, organizationId, token);
  return db.transaction().execute(async (trx) => {
    const { row, before } = await openWays(trx, target);
    if (row.provider_id !== providerId) throw failed(waySentences.testOtherWay);
    // Tokens have whole seconds. Of a provider that was changed since, the sign-in proves nothing.
    const changedAt = startOfSecond(row.updated_at ?? 0);
    if (token.authTime < changedAt) throw failed(waySentences.testTooOld);
    await writeWays(trx, { ...row, tried_at: now() }, now());
    return publishWays(trx, row, before, true);
  });
}

async function verified({ identity }: TestDeps, idToken: string): Promise<VerifiedToken> {
  try {
    return await identity.verifyIdToken(idToken);
  } catch (error) {
    if (error instanceof TokenInvalidError) throw failed(waySentences.testOtherWay);
    throw error;
  }
}

async function refusePerson(
  deps: TestDeps,
  organizationId: number,
  token: VerifiedToken,
): Promise<void> {
  const person = await findUser(deps.db, token.uid);
  if (person?.organization_id === organizationId) return;
  if (!person && (await isOfDomain(deps, organizationId, token))) return;
  await refuseWay(deps, person, token);
  throw failed(person ? waySentences.testForeign : waySentences.testUnknown);
}

async function isOfDomain(
  { db }: Pick<Deps, "db">,
  organizationId: number,
  { email }: VerifiedToken,
): Promise<boolean> {
  const domains = await findDomains(db, organizationId);
  return domains.some((one) => one.proven_at !== null && one.name === domainOf(email ?? ""));
}

const failed = (message: string) => ruleBroken("WAY_TEST_FAILED", { message });
