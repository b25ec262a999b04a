import { X509Certificate } from "node:crypto";
import { providerIdOf } from "../../../../domain/ways/rules.ts";
import type { SsoProvider, SsoProviderUpdate } from "../../../../domain/ways/schemas.ts";
import { waySentences } from "../../../../domain/ways/sentences.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import { type ProviderConfig, ProviderRefusedError } from "../../../identity/identity.ts";
import { ruleBroken, validationFailed } from "../../../problem.ts";
import { findWays, type StoredProvider, type WaysRow, writeWays } from "../queries.ts";
import { openWays, type WaysTarget } from "./changeWays.ts";
import { publishWays, waysOf } from "./readWays.ts";

type ProviderDeps = Pick<Deps, "config" | "db" | "identity" | "now">;

/** The identity provider of an organization; throws 404. */
export async function readProvider(
  { config, db }: Pick<Deps, "config" | "db">,
  organizationId: number,
): Promise<SsoProvider> {
  return presentProvider(config, await waysOf(db, organizationId));
}

/**
 * Sets the identity provider of an organization, first at the identity service, because the database
 * admits what it says. Throws 404, 412, 422 for a certificate that is none or has ended, 422 WAY_REQUIRED for another
 * identity provider while single sign-on is required.
 */
export async function setProvider(
  { config, db, identity, now }: ProviderDeps,
  target: WaysTarget,
  update: SsoProviderUpdate,
): Promise<SsoProvider> {
  const { organizationId } = target;
  const known = await waysOf(db, organizationId);
  const stored = storedProvider(update, known.provider, now());
  refuseRequired(known, stored);
  const providerId = providerIdOf(update.kind, organizationId);
  await saved(() => identity.saveProvider(configOf(config, known, update, stored)));
  await db.transaction().execute(async (trx) => {
    const { row, before } = await openWays(trx, target);
    refuseRequired(row, stored);
    const isOther = isOtherProvider(row.provider, stored);
    const after = {
      ...row,
      provider_id: providerId,
      provider: stored,
      tried_at: isOther ? null : row.tried_at,
    };
    await writeWays(trx, after, now());
    await publishWays(trx, row, before, true);
  });
  const { provider_id: former } = known;
  if (former !== null && former !== providerId) await identity.deleteProvider(former);
  const written = await findWays(db, organizationId);
  return presentProvider(config, written ?? known);
}

async function saved(save: () => Promise<void>): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (!(error instanceof ProviderRefusedError)) throw error;
    throw validationFailed({ kind: waySentences.providerRefused });
  }
}

function refuseRequired(row: WaysRow, stored: StoredProvider): void {
  if (row.required && isOtherProvider(row.provider, stored)) throw ruleBroken("WAY_REQUIRED");
}

/** Another identity provider, and not the same with other certificates or another secret. */
function isOtherProvider(one: StoredProvider | null, other: StoredProvider): boolean {
  const parts = ["kind", "idpEntityId", "ssoUrl", "issuer", "clientId"] as const;
  return parts.some((part) => one?.[part] !== other[part]);
}

function storedProvider(
  update: SsoProviderUpdate,
  former: StoredProvider | null,
  at: Date,
): StoredProvider {
  if (update.kind === "oidc") {
    const { clientSecret, ...stored } = update;
    const hadSecret = former?.kind === "oidc" && former.hasClientSecret;
    return { ...stored, hasClientSecret: clientSecret !== undefined || Boolean(hadSecret) };
  }
  return { ...update, certificates: update.certificates.map((pem) => usable(pem, at)) };
}

/** A certificate as PEM; throws 422 for what is none, or has ended. */
function usable(text: string, at: Date): string {
  const certificate = parsed(text);
  if (!certificate) throw validationFailed({ certificates: waySentences.certificateUnreadable });
  if (new Date(certificate.validTo) <= at) {
    throw validationFailed({ certificates: waySentences.certificateExpired });
  }
  return certificate.toString();
}

const BASE64 = /^[A-Za-z\d+/=\s]+$/;

/** Metadata of identity providers have it without its first and last line. */
function parsed(text: string): X509Certificate | undefined {
  const trimmed = text.trim();
  const pem = BASE64.test(trimmed)
    ? `-----BEGIN CERTIFICATE-----\n${trimmed}\n-----END CERTIFICATE-----`
    : trimmed;
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function configOf(
  config: Config,
  { organization_id, organization_name: displayName }: WaysRow,
  update: SsoProviderUpdate,
  { certificates = [] }: StoredProvider,
): ProviderConfig {
  const providerId = providerIdOf(update.kind, organization_id);
  if (update.kind === "oidc") {
    const { kind, issuer, clientId, clientSecret } = update;
    return { kind, providerId, displayName, issuer, clientId, clientSecret };
  }
  const { kind, idpEntityId, ssoUrl } = update;
  const ours = toCopy(config, organization_id);
  return { kind, providerId, displayName, idpEntityId, ssoUrl, certificates, ...ours };
}

/** What the identity provider has to know of us. */
function toCopy({ identity, publicUrl }: Config, organizationId: number) {
  const host =
    identity.kind === "firebase"
      ? `https://${identity.authDomain ?? `${identity.projectId}.firebaseapp.com`}/__`
      : `${publicUrl}/emulator`;
  return {
    entityId: `${publicUrl}/sso/org-${organizationId}`,
    callbackUrl: `${host}/auth/handler`,
  };
}

export function presentProvider(config: Config, row: WaysRow): SsoProvider {
  const { provider } = row;
  return {
    kind: provider?.kind ?? null,
    providerId: row.provider_id,
    idpEntityId: provider?.idpEntityId ?? null,
    ssoUrl: provider?.ssoUrl ?? null,
    certificates: (provider?.certificates ?? []).map(presentCertificate),
    issuer: provider?.issuer ?? null,
    clientId: provider?.clientId ?? null,
    hasClientSecret: provider?.hasClientSecret ?? false,
    toCopy: toCopy(config, row.organization_id),
    triedAt: row.tried_at?.toISOString() ?? null,
    version: row.version,
  };
}

function presentCertificate(pem: string) {
  const { subject, fingerprint256, validFrom, validTo } = new X509Certificate(pem);
  return {
    certificate: pem,
    subject: subject ?? "",
    fingerprint: fingerprint256,
    startsAt: new Date(validFrom).toISOString(),
    endsAt: new Date(validTo).toISOString(),
  };
}
