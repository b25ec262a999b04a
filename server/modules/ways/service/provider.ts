import { X509Certificate } from "node:crypto";
import { providerIdOf } from "../../../../domain/ways/rules.ts";
import type { SsoProvider, SsoProviderUpdate } from "../../../../domain/ways/schemas.ts";
import { waySentences } from "../../../../domain/ways/sentences.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import { type ProviderConfig, ProviderRefusedError } from "../../../identity/identity.ts";
import { ProblemError, ruleBroken, validationFailed } from "../../../problem.ts";
import { type StoredProvider, type WaysRow, writeWays } from "../queries.ts";
import { dropProvider, openWays, publishWays, type WaysTarget, waysOf } from "./changeWays.ts";

type ProviderDeps = Pick<Deps, "config" | "db" | "identity" | "log" | "now">;

/** The identity provider of an organization; throws 404. */
export async function readProvider(
  { config, db }: Pick<Deps, "config" | "db">,
  organizationId: number,
): Promise<SsoProvider> {
  return presentProvider(config, await waysOf(db, organizationId));
}

/**
 * Sets the identity provider of an organization, first at the identity service, because the database
 * admits what it says. Throws 404, 412 also if the ways change meanwhile, 422 for a certificate that is none or
 * has ended and for a client without its own secret, 422 WAY_REQUIRED for another identity provider while single sign-on is required.
 */
export async function setProvider(
  deps: ProviderDeps,
  target: WaysTarget,
  update: SsoProviderUpdate,
): Promise<SsoProvider> {
  const { config, db, identity, now } = deps;
  const { organizationId } = target;
  const { row: known } = await db.transaction().execute((trx) => openWays(trx, target));
  const stored = storedProvider(update, known.provider, now());
  refuseRequired(known, stored);
  const secret = update.kind === "oidc" ? update.clientSecret : undefined;
  const next = configOf(config, known, stored, secret);
  await saved(() => identity.saveProvider(next));
  const providerId = next.providerId;
  try {
    await writeProvider(deps, { ...target, ifMatch: [String(known.version)] }, stored);
  } catch (error) {
    await restoreProvider(deps, organizationId, providerId);
    // A caller without a version means the ways as they are now.
    const isOvertaken = error instanceof ProblemError && error.code === "STALE_VERSION";
    if (isOvertaken && target.ifMatch === undefined) return setProvider(deps, target, update);
    throw error;
  }
  const { provider_id: former } = known;
  if (former !== null && former !== providerId) await dropProvider(deps, former);
  return presentProvider(config, await waysOf(db, organizationId));
}

function writeProvider(
  { db, now }: ProviderDeps,
  target: WaysTarget,
  stored: StoredProvider,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { row, before } = await openWays(trx, target);
    const isOther = isOtherProvider(row.provider, stored);
    const after = {
      ...row,
      provider_id: providerIdOf(stored.kind, row.organization_id),
      provider: stored,
      tried_at: isOther ? null : row.tried_at,
    };
    await writeWays(trx, after, now());
    await publishWays(trx, row, before, true);
  });
}

/** The identity service says again what the database says, where a change came to nothing. */
async function restoreProvider(
  { config, db, identity, log }: ProviderDeps,
  organizationId: number,
  tried: string,
): Promise<void> {
  try {
    const row = await waysOf(db, organizationId);
    if (row.provider === null || row.provider_id !== tried) await identity.deleteProvider(tried);
    else await identity.saveProvider(configOf(config, row, row.provider, undefined));
  } catch (err) {
    log.error({ err, organizationId }, "could not restore a provider at the identity service");
  }
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
    const isOther = stored.issuer !== former?.issuer || stored.clientId !== former.clientId;
    // The identity service would hand the secret of one to the other.
    if (hadSecret && isOther && clientSecret === undefined) {
      throw validationFailed({ clientSecret: waySentences.secretOfOther });
    }
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
  { kind, ...stored }: StoredProvider,
  clientSecret: string | undefined,
): ProviderConfig {
  const providerId = providerIdOf(kind, organization_id);
  if (kind === "oidc") {
    const { issuer = "", clientId = "" } = stored;
    return { kind, providerId, displayName, issuer, clientId, clientSecret };
  }
  const { idpEntityId = "", ssoUrl = "", certificates = [] } = stored;
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
