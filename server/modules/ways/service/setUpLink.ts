import { randomBytes } from "node:crypto";
import { addDays, startOfSecond, subMinutes } from "date-fns";
import type { Kysely, Transaction } from "kysely";
import { waysKind } from "../../../../domain/api/ways.ts";
import { domainOf, SET_UP_DAYS } from "../../../../domain/ways/rules.ts";
import type { SetUp, SetUpLink, SsoProviderUpdate, Ways } from "../../../../domain/ways/schemas.ts";
import { waySentences } from "../../../../domain/ways/sentences.ts";
import { type Actor, actAsUser } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import { sha256 } from "../../../bytes.ts";
import type { Deps, ReceiverLimits } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { TokenInvalidError, type VerifiedToken } from "../../../identity/identity.ts";
import { askNameServers } from "../../../nameServers.ts";
import { conflict, notFound, ProblemError, ruleBroken, setUpEnded } from "../../../problem.ts";
import { refuseWay } from "../../people/session/admitPerson.ts";
import { findUser } from "../../people/session/queries.ts";
import {
  deleteLink,
  findDomains,
  findLink,
  isProvenElsewhere,
  lockLink,
  updateProven,
  type WaysRow,
  writeLink,
  writeWays,
} from "../queries.ts";
import { openWays, presentDomain, publishWays, type WaysTarget, waysOf } from "./changeWays.ts";
import { presentProvider, setProvider } from "./provider.ts";

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

type TestDeps = Pick<Deps, "config" | "db" | "identity" | "log" | "now">;

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

type SetUpDeps = TestDeps & Pick<Deps, "receiverLimits">;

/**
 * Makes the link with which the customer's IT sets single sign-on up; the one before ends. Its token is
 * 256 random bits, stored as SHA-256. Throws 404.
 */
export function createLink(
  { config, now, transact }: Pick<Deps, "config" | "now"> & { transact: Transact },
  organizationId: number,
  createdBy: string,
): Promise<SetUpLink> {
  const token = randomBytes(32).toString("base64url");
  return transact(async (trx) => {
    const row = await waysOf(trx, organizationId);
    const endsAt = addDays(now(), SET_UP_DAYS);
    await writeLink(trx, { organizationId, tokenHash: sha256(token), createdBy, endsAt }, now());
    await recordEvent(trx, aboutWays(row));
    const url = `${config.publicUrl}/app/set-up#token=${token}`;
    return { url, endsAt: endsAt.toISOString() };
  });
}

/** Withdraws the link of an organization, or only that of a token; without one it is done already. Throws 404. */
export function withdrawLink(
  { db }: Pick<Deps, "db">,
  organizationId: number,
  tokenHash?: Uint8Array,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await waysOf(trx, organizationId);
    if (await deleteLink(trx, organizationId, tokenHash)) await recordEvent(trx, aboutWays(row));
  });
}

/** What is set up so far. Throws 404 for an unknown token and after the end, 410 when it is over. */
export async function openSetUp(deps: SetUpDeps, token: string): Promise<SetUp> {
  const { config, db } = deps;
  const { organizationId, endsAt } = await linkOf(deps, token);
  const row = await waysOf(db, organizationId);
  return {
    organizationName: row.organization_name,
    endsAt: endsAt.toISOString(),
    domains: (await findDomains(db, organizationId)).map(presentDomain),
    provider: presentProvider(config, row),
  };
}

/** As setProvider, by the holder of the link. */
export function setUpProvider(
  deps: SetUpDeps,
  token: string,
  provider: SsoProviderUpdate,
): Promise<SetUp> {
  return asHolder(deps, token, (target) => setProvider(deps, target, provider));
}

/** As noteTest, by the holder of the link. */
export function setUpTest(deps: SetUpDeps, token: string, idToken: string): Promise<SetUp> {
  return asHolder(deps, token, (target) => noteTest(deps, target, idToken));
}

/** As checkDomain, by the holder of the link. */
export function setUpDomain(deps: SetUpDeps, token: string, name: string): Promise<SetUp> {
  return asHolder(deps, token, (target) => checkDomain(deps, target, name));
}

/** Ends the link, which nobody has replaced meanwhile. Throws 404, 410. */
export async function finishSetUp(deps: SetUpDeps, token: string): Promise<void> {
  const { organizationId } = await linkOf(deps, token);
  await actAsUser(holderOf(organizationId), () =>
    withdrawLink(deps, organizationId, sha256(token)),
  );
}

/** Works while the link is valid: one that is withdrawn meanwhile writes nothing. */
async function asHolder(
  deps: SetUpDeps,
  token: string,
  work: (target: WaysTarget) => Promise<unknown>,
): Promise<SetUp> {
  const { organizationId } = await linkOf(deps, token);
  const refuse = async (trx: Transaction<Tables>) => {
    if (!(await lockLink(trx, sha256(token)))) throw unknownLink();
  };
  await actAsUser(holderOf(organizationId), () =>
    work({ organizationId, ifMatch: undefined, refuse }),
  );
  return openSetUp(deps, token);
}

const unknownLink = () => new ProblemError("NOT_FOUND", { message: waySentences.setUpUnknown });

async function linkOf(
  { db, now }: Pick<Deps, "db" | "now">,
  token: string,
): Promise<{ organizationId: number; endsAt: Date }> {
  const link = await findLink(db, sha256(token));
  if (!link) throw unknownLink();
  if (link.ends_at <= now()) throw setUpEnded();
  return { organizationId: link.organization_id, endsAt: link.ends_at };
}

/** Nobody knows who holds a link. */
const holderOf = (organizationId: number): Actor => ({
  kind: "system",
  id: null,
  name: "setUpLink",
  organizationId,
});

const aboutWays = ({ organization_id: organizationId, organization_name: name }: WaysRow) => ({
  organizationId,
  target: { kind: waysKind.name, id: organizationId, name },
});
