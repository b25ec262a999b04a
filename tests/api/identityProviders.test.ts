import { beforeEach, describe, expect, it, vi } from "vitest";
import { IdentityUnavailableError, ProviderRefusedError } from "../../server/identity/identity.ts";
import { type AdminAuth, identityProviders } from "../../server/identity/identityOver.ts";

const oidc = {
  kind: "oidc",
  providerId: "oidc.org-7",
  displayName: "甲社",
  issuer: "https://idp.example.com",
  clientId: "c",
  clientSecret: undefined,
} as const;
const saml = {
  kind: "saml",
  providerId: "saml.org-7",
  displayName: "甲社",
  idpEntityId: "https://idp.example.com/metadata",
  ssoUrl: "https://idp.example.com/sso",
  certificates: ["one", "two"],
  entityId: "https://console.example.com/sso/org-7",
  callbackUrl: "https://auth.example.com/__/auth/handler",
} as const;
const missing = () => failure("auth/configuration-not-found");
const failure = (code: string) => Object.assign(new Error(code), { code });

describe("the identity providers of organizations", () => {
  const auth = {
    createProviderConfig: vi.fn<AdminAuth["createProviderConfig"]>(),
    updateProviderConfig: vi.fn<AdminAuth["updateProviderConfig"]>(),
    deleteProviderConfig: vi.fn<AdminAuth["deleteProviderConfig"]>(),
  };
  const providers = identityProviders(auth, true);

  beforeEach(() => {
    for (const call of Object.values(auth)) call.mockReset().mockResolvedValue(undefined);
  });

  it("are made where there is none, with all certificates", async () => {
    auth.updateProviderConfig.mockRejectedValue(missing());
    await providers.saveProvider(saml);
    expect(auth.createProviderConfig.mock.calls).toEqual([
      [
        {
          providerId: "saml.org-7",
          displayName: "甲社",
          enabled: true,
          idpEntityId: saml.idpEntityId,
          ssoURL: saml.ssoUrl,
          x509Certificates: ["one", "two"],
          rpEntityId: saml.entityId,
          callbackURL: saml.callbackUrl,
        },
      ],
    ]);
  });

  it("are changed where there is one, and keep their secret without a new one", async () => {
    const { issuer, clientId, displayName } = oidc;
    const changes = { displayName, enabled: true, issuer, clientId };
    await providers.saveProvider(oidc);
    await providers.saveProvider({ ...oidc, clientSecret: "s" });
    const secret = { clientSecret: "s", responseType: { code: true, idToken: false } };
    expect(auth.updateProviderConfig.mock.calls).toEqual([
      ["oidc.org-7", changes],
      ["oidc.org-7", { ...changes, ...secret }],
    ]);
    expect(auth.createProviderConfig).not.toHaveBeenCalled();
  });

  it("are taken away once without complaint", async () => {
    auth.deleteProviderConfig.mockRejectedValueOnce(missing());
    await providers.deleteProvider("saml.org-7");
    auth.deleteProviderConfig.mockRejectedValueOnce(failure("auth/internal-error"));
    await expect(providers.deleteProvider("saml.org-7")).rejects.toBeInstanceOf(
      IdentityUnavailableError,
    );
  });

  it.each([
    ["auth/invalid-config", ProviderRefusedError],
    ["auth/missing-oauth-client-id", ProviderRefusedError],
    ["auth/insufficient-permission", IdentityUnavailableError],
    ["auth/invalid-credential", IdentityUnavailableError],
  ])("tell a wrong configuration from a service that is away: %s", async (code, expected) => {
    auth.updateProviderConfig.mockRejectedValue(failure(code));
    await expect(providers.saveProvider(saml)).rejects.toBeInstanceOf(expected);
  });

  it("are nothing to the emulator", async () => {
    await identityProviders(auth, false).saveProvider(saml);
    expect(auth.updateProviderConfig).not.toHaveBeenCalled();
  });
});
