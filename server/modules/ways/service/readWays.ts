import { X509Certificate } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { waysKind } from "../../../../domain/api/ways.ts";
import { domainOf, offeredWays, ssoKindOf, USUAL_WAYS } from "../../../../domain/ways/rules.ts";
import type { OfferedWays, Ways } from "../../../../domain/ways/schemas.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { hasGoogleSignIn } from "../../../plugins/securityHeaders.ts";
import { notFound } from "../../../problem.ts";
import {
  type DomainRow,
  findDomains,
  findWays,
  findWaysOfDomain,
  type WaysRow,
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
