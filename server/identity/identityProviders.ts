import type { AuthProviderConfig, UpdateAuthProviderRequest } from "firebase-admin/auth";
import { isMissingProvider, providerError } from "./firebaseErrors.ts";
import type { IdentityService, ProviderConfig } from "./identity.ts";
import { answeredInTime } from "./timeLimits.ts";

export interface ProviderCalls {
  createProviderConfig(config: AuthProviderConfig): Promise<unknown>;
  deleteProviderConfig(providerId: string): Promise<void>;
  updateProviderConfig(providerId: string, changes: UpdateAuthProviderRequest): Promise<unknown>;
}

type Providers = Pick<IdentityService, "saveProvider" | "deleteProvider">;

export function identityProviders(auth: ProviderCalls, hasProviders: boolean): Providers {
  if (!hasProviders) return { saveProvider: async () => {}, deleteProvider: async () => {} };
  return {
    saveProvider: async (config) => {
      const created = authConfig(config);
      const { providerId, ...changes } = created;
      try {
        await answeredInTime(auth.updateProviderConfig(providerId, changes)).catch((error) => {
          if (!isMissingProvider(error)) throw error;
          return answeredInTime(auth.createProviderConfig(created));
        });
      } catch (error) {
        throw providerError(error);
      }
    },
    deleteProvider: async (providerId) => {
      try {
        await answeredInTime(auth.deleteProviderConfig(providerId));
      } catch (error) {
        if (!isMissingProvider(error)) throw providerError(error);
      }
    },
  };
}

function authConfig(config: ProviderConfig): AuthProviderConfig {
  const { providerId, displayName } = config;
  const common = { providerId, displayName, enabled: true };
  if (config.kind === "saml") {
    const { idpEntityId, ssoUrl: ssoURL, certificates, entityId, callbackUrl } = config;
    return {
      ...common,
      idpEntityId,
      ssoURL,
      x509Certificates: [...certificates],
      rpEntityId: entityId,
      callbackURL: callbackUrl,
    };
  }
  const { issuer, clientId, clientSecret } = config;
  if (clientSecret === undefined) return { ...common, issuer, clientId };
  // The code flow needs the secret, and a former one stays.
  const responseType = { code: true, idToken: false };
  return { ...common, issuer, clientId, clientSecret, responseType };
}
