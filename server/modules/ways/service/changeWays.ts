import { randomBytes, X509Certificate } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { waysKind } from "../../../../domain/api/ways.ts";
import { domainOf, offeredWays, ssoKindOf, USUAL_WAYS } from "../../../../domain/ways/rules.ts";
import type { OfferedWays, Ways, WaysUpdate } from "../../../../domain/ways/schemas.ts";
import { waySentences } from "../../../../domain/ways/sentences.ts";
import { refuseStale } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";
import type { IfMatch } from "../../../plugins/preconditions.ts";
import { hasGoogleSignIn } from "../../../plugins/securityHeaders.ts";
import { notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { lockOrganization } from "../../organizations/queries.ts";
import {
  type DomainRow,
  deleteDomains,
  deleteLink,
  findActiveAdmins,
  findDomains,
  findWays,
  findWaysOfDomain,
  insertDomain,
  type WaysRow,
  writeWays,
} from "../queries.ts";

/** The ways to sign in of an organization; throws 404. */
export async function readWays(db: Kysely<Tables>, organizationId: number): Promise<Ways> {
  const row = await waysOf(db, organizationId);
  return presentWays(row, await findDomains(db, organizationId));
}

export async function waysOf(db: Kysely<Tables>, organizationId: number): Promise<WaysRow> {
  const row = await findWays(db, organizationId);
  if (!row) throw notFound();
  return row;
}

/**
 * How a person with this address signs in: by the domain alone, so that the answer says nothing about
 * people (docs/product/doors.md#sign-in-page). Single sign-on is offered once it was tried.
 */
export async function offerWays(
  { config, db }: Pick<Deps, "config" | "db">,
  email: string,
): Promise<OfferedWays> {
  const row = await findWaysOfDomain(db, domainOf(email));
  const hasGoogle = hasGoogleSignIn(config.identity);
  if (!row) return { ways: offeredWays(USUAL_WAYS, { hasGoogle }) };
  const isOpen = row.tried_at !== null && row.held_at === null;
  const own = { ...row, providerId: isOpen ? row.provider_id : null };
  return { ways: offeredWays(own, { hasGoogle }) };
}

/** Whether an organization signs in by a provider, for the relay. */
export const isProvider =
  ({ db }: Pick<Deps, "db">) =>
  async (providerId: string): Promise<boolean> => {
    const row = await db
      .selectFrom("sign_in_ways")
      .select("provider_id")
      .where("provider_id", "=", providerId)
      .executeTakeFirst();
    return row !== undefined;
  };

/** Publishes and logs a change of the ways: `row` and `before` are from before it. */
export async function publishWays(
  trx: Transaction<Tables>,
  row: WaysRow,
  before: Ways,
  isAction = false,
): Promise<Ways> {
  const { organization_id: organizationId, organization_name: name } = row;
  const written = await waysOf(trx, organizationId);
  const after = presentWays(written, await findDomains(trx, organizationId));
  await publishChange(trx, {
    kind: waysKind,
    organizationId,
    id: organizationId,
    name,
    before: withProvider(before, row),
    after: withProvider(after, written),
    isAction,
  });
  return after;
}

/** With what only the log shows: where people sign in, and by whose signatures. */
function withProvider(ways: Ways, { provider }: WaysRow): Ways {
  if (!ways.sso || !provider) return ways;
  const { ssoUrl, issuer, certificates = [] } = provider;
  const fingerprints = certificates.map((pem) => new X509Certificate(pem).fingerprint256);
  const sso = { ...ways.sso, at: ssoUrl ?? issuer, fingerprints };
  return { ...ways, sso };
}

function presentWays(row: WaysRow, domains: readonly DomainRow[]): Ways {
  const { provider_id: providerId } = row;
  const kind = providerId === null ? undefined : ssoKindOf(providerId);
  return {
    password: row.password,
    google: row.google,
    sso:
      kind && providerId !== null
        ? {
            kind,
            providerId,
            required: row.required,
            breakGlassUserIds: row.break_glass_user_ids,
            asksForSecondFactor: row.asks_for_second_factor,
            triedAt: row.tried_at?.toISOString() ?? null,
          }
        : null,
    domains: domains.map(presentDomain),
    joinOnFirstSignIn: row.join_on_first_sign_in,
    heldAt: row.held_at?.toISOString() ?? null,
    version: row.version,
  };
}

export const presentDomain = ({ name, record, proven_at }: DomainRow) => ({
  name,
  record,
  provenAt: proven_at?.toISOString() ?? null,
});

export interface WaysTarget {
  organizationId: number;
  ifMatch: IfMatch | undefined;
  /** Throws where the caller may not write any more, such as the holder of a link that has ended. */
  refuse?: ((trx: Transaction<Tables>) => Promise<void>) | undefined;
}

/**
 * Changes the ways of an organization. A provider that is taken away is deleted at the identity service
 * after the commit; the database refuses its sign-ins already. Throws 404, 412, 422 WAY_NOT_TRIED, WAY_WITHOUT_DOMAIN, and
 * 422 for a choice without any way, without a provider or without an admin who keeps the password.
 */
export async function changeWays(
  { db, identity, log, now }: Pick<Deps, "db" | "identity" | "log" | "now">,
  target: WaysTarget,
  update: WaysUpdate,
): Promise<Ways> {
  const { organizationId } = target;
  const { ways, removed } = await db.transaction().execute(async (trx) => {
    const at = now();
    const { row, before } = await openWays(trx, target);
    const after = { ...changed(row, update), held_at: null };
    await refuseWithoutAdmins(trx, after, update);
    refuseWithoutDomain(after, before, update);
    await writeWays(trx, after, at);
    // Whoever holds it could go on to change by what everybody has to sign in.
    if (after.required) await deleteLink(trx, organizationId);
    await writeDomains(trx, { organizationId, before, update }, at);
    const isReleased = row.held_at !== null;
    const ways = await publishWays(trx, row, before, isReleased);
    return { ways, removed: after.provider_id === null ? row.provider_id : null };
  });
  if (removed !== null) await dropProvider({ db, identity, log }, removed);
  return ways;
}

/**
 * Deletes a provider at the identity service, unless it was set again meanwhile. One that stays there is
 * refused here all the same.
 */
export async function dropProvider(
  { db, identity, log }: Pick<Deps, "db" | "identity" | "log">,
  providerId: string,
): Promise<void> {
  try {
    if (!(await isProvider({ db })(providerId))) await identity.deleteProvider(providerId);
  } catch (err) {
    log.warn({ err, providerId }, "could not delete a provider at the identity service");
  }
}

/** Admits single sign-on again after a restore. Throws 404. */
export function releaseWays(
  { db, now }: Pick<Deps, "db" | "now">,
  organizationId: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { row, before } = await openWays(trx, { organizationId, ifMatch: undefined });
    await writeWays(trx, { ...row, held_at: null }, now());
    await publishWays(trx, row, before, true);
  });
}

/** The ways of an organization, which stay so until the end of the transaction. Throws 404, 412, and as `refuse`. */
export async function openWays(
  trx: Transaction<Tables>,
  { organizationId, ifMatch, refuse }: WaysTarget,
): Promise<{ row: WaysRow; before: Ways }> {
  await lockOrganization(trx, organizationId);
  await refuse?.(trx);
  const row = await waysOf(trx, organizationId);
  const before = await readWays(trx, organizationId);
  await refuseStale(trx, ifMatch, before, { kind: waysKind.name, id: organizationId });
  return { row, before };
}

function changed(row: WaysRow, { password, google, sso, joinOnFirstSignIn }: WaysUpdate): WaysRow {
  if (sso && row.provider_id === null) throw validationFailed({ sso: waySentences.noProvider });
  if (sso?.required && row.tried_at === null) throw ruleBroken("WAY_NOT_TRIED");
  if (!password && !google && !sso?.required) {
    throw validationFailed({ password: waySentences.noWay });
  }
  const chosen = { password, google, join_on_first_sign_in: joinOnFirstSignIn };
  if (!sso) return { ...row, ...chosen, ...NO_PROVIDER };
  return {
    ...row,
    ...chosen,
    required: sso.required,
    break_glass_user_ids: sso.breakGlassUserIds,
    asks_for_second_factor: sso.asksForSecondFactor,
  };
}

const NO_PROVIDER = {
  provider_id: null,
  provider: null,
  required: false,
  break_glass_user_ids: [],
  asks_for_second_factor: false,
  tried_at: null,
};

async function refuseWithoutAdmins(
  trx: Transaction<Tables>,
  { organization_id, break_glass_user_ids: userIds, required }: WaysRow,
  { joinOnFirstSignIn, domains }: WaysUpdate,
): Promise<void> {
  const field = "sso.breakGlassUserIds";
  if (required && userIds.length === 0) {
    throw validationFailed({ [field]: waySentences.noBreakGlass });
  }
  const admins = await findActiveAdmins(trx, organization_id, userIds);
  if (admins.length < userIds.length) throw validationFailed({ [field]: waySentences.notAdmin });
  if (joinOnFirstSignIn && domains.length === 0) {
    throw validationFailed({ joinOnFirstSignIn: waySentences.noDomain });
  }
}

/** The sign-in page would lead nobody to the one way that is left. */
function refuseWithoutDomain(
  { required }: WaysRow,
  { domains: known }: Ways,
  { domains }: WaysUpdate,
): void {
  const wanted = new Set(domains.map(({ name }) => name));
  const isLed = known.some(({ name, provenAt }) => provenAt !== null && wanted.has(name));
  if (required && !isLed) throw ruleBroken("WAY_WITHOUT_DOMAIN");
}

async function writeDomains(
  trx: Transaction<Tables>,
  { organizationId, before, update }: { organizationId: number; before: Ways; update: WaysUpdate },
  at: Date,
): Promise<void> {
  const known = new Set(before.domains.map(({ name }) => name));
  const wanted = new Set(update.domains.map(({ name }) => name));
  await deleteDomains(
    trx,
    organizationId,
    [...known].filter((name) => !wanted.has(name)),
  );
  for (const name of wanted) {
    if (!known.has(name))
      await insertDomain(trx, { organizationId, name, record: newRecord() }, at);
  }
}

/** What a TXT record has to say; nobody can guess that of another organization. */
const newRecord = () => `knowledge-insight-verification=${randomBytes(16).toString("hex")}`;
