import { startOfSecond, subMinutes } from "date-fns";
import type { Kysely } from "kysely";
import { domainOf } from "../../../../domain/ways/rules.ts";
import type { Ways } from "../../../../domain/ways/schemas.ts";
import { waySentences } from "../../../../domain/ways/sentences.ts";
import type { Deps, ReceiverLimits } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { TokenInvalidError, type VerifiedToken } from "../../../identity/identity.ts";
import { askNameServers } from "../../../nameServers.ts";
import { conflict, notFound, ruleBroken } from "../../../problem.ts";
import { refuseWay } from "../../people/session/admitPerson.ts";
import { findUser } from "../../people/session/queries.ts";
import { findDomains, isProvenElsewhere, updateProven, writeWays } from "../queries.ts";
import { openWays, type WaysTarget } from "./changeWays.ts";
import { publishWays, waysOf } from "./readWays.ts";

const LOOK_UP_WITHIN_MS = 4_000;

/**
 * Proves a domain of an organization by its TXT record, for good. Throws 404 for one that the organization has
 * not named, 409 DOMAIN_TAKEN if another has proven it, 422 DOMAIN_NOT_PROVEN without the record.
 */
export async function checkDomain(
  { db, now, receiverLimits }: Pick<Deps, "db" | "now" | "receiverLimits">,
  target: WaysTarget,
  name: string,
): Promise<Ways> {
  const { organizationId } = target;
  await waysOf(db, organizationId);
  const { record, isProven } = await requestedDomain(db, organizationId, name);
  if (!isProven && !(await saysSo(name, record, receiverLimits))) {
    throw ruleBroken("DOMAIN_NOT_PROVEN");
  }
  return db.transaction().execute(async (trx) => {
    const { row, before } = await openWays(trx, target);
    const named = await requestedDomain(trx, organizationId, name);
    // Taken off and named again meanwhile, it has another record.
    if (named.record !== record) throw ruleBroken("DOMAIN_NOT_PROVEN");
    if (!named.isProven) {
      if (await isProvenElsewhere(trx, organizationId, name)) throw conflict("DOMAIN_TAKEN");
      await updateProven(trx, { organizationId, name }, now());
      await writeWays(trx, row, now());
    }
    return publishWays(trx, row, before, true);
  });
}

async function requestedDomain(
  db: Kysely<Tables>,
  organizationId: number,
  name: string,
): Promise<{ record: string; isProven: boolean }> {
  const domain = (await findDomains(db, organizationId)).find((one) => one.name === name);
  if (!domain) throw notFound();
  return { record: domain.record, isProven: domain.proven_at !== null };
}

async function saysSo(
  name: string,
  record: string,
  limits: Partial<ReceiverLimits> | undefined,
): Promise<boolean> {
  try {
    const asked = { lookUpWithinMs: LOOK_UP_WITHIN_MS, ...limits };
    const records = await askNameServers(asked, (resolver) => resolver.resolveTxt(name));
    return records.some((parts) => parts.join("").trim() === record);
  } catch {
    // Whatever name servers answer or do not, the record was not seen.
    return false;
  }
}

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
