import type { AuthProviderConfig, UpdateAuthProviderRequest } from "firebase-admin/auth";
import { isMissingProvider, providerError } from "./firebaseErrors.ts";
import type { IdentityService, ProviderConfig } from "./identity.ts";
import type { AdminAuth } from "./identityOver.ts";
import { answeredInTime } from "./timeLimits.ts";

type Calls = Pick<
  AdminAuth,
  "createProviderConfig" | "updateProviderConfig" | "deleteProviderConfig"
>;
type Providers = Pick<IdentityService, "saveProvider" | "deleteProvider">;

/** The identity providers of organizations, where the service keeps them. */
export function identityProviders(auth: Calls, hasProviders: boolean): Providers {
  if (!hasProviders) return { saveProvider: async () => {}, deleteProvider: async () => {} };
  return {
    saveProvider: async (config) => {
      const { providerId } = config;
      try {
        const changes = changesOf(config);
        await answeredInTime(auth.updateProviderConfig(providerId, changes)).catch((error) => {
          if (!isMissingProvider(error)) throw error;
          return answeredInTime(auth.createProviderConfig({ ...changes, ...idOf(config) }));
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

const idOf = ({ providerId }: ProviderConfig) => ({ providerId });

type Changes = UpdateAuthProviderRequest & Omit<AuthProviderConfig, "providerId">;

function changesOf(config: ProviderConfig): Changes {
  const { displayName } = config;
  if (config.kind === "saml") {
    const { idpEntityId, ssoUrl: ssoURL, certificates, entityId, callbackUrl } = config;
    return {
      displayName,
      enabled: true,
      idpEntityId,
      ssoURL,
      x509Certificates: [...certificates],
      rpEntityId: entityId,
      callbackURL: callbackUrl,
    };
  }
  const { issuer, clientId, clientSecret } = config;
  return {
    displayName,
    enabled: true,
    issuer,
    clientId,
    // The code flow needs the secret, and a former one stays.
    ...(clientSecret === undefined
      ? {}
      : { clientSecret, responseType: { code: true, idToken: false } }),
  };
}
