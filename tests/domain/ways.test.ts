import { describe, expect, it } from "vitest";
import {
  isWay,
  type OwnWays,
  offeredWays,
  organizationOfProvider,
  USUAL_WAYS,
} from "../../domain/ways/rules.ts";

const SSO = "saml.org-7";
const sso = (changes: Partial<OwnWays> = {}): OwnWays => ({
  ...USUAL_WAYS,
  providerId: SSO,
  ...changes,
});
const PROVIDERS = ["password", "google.com", SSO, "saml.org-8", "oidc.org-7", "custom", ""];

describe("the ways of an organization", () => {
  it.each([
    ["without settings", USUAL_WAYS, false, ["password", "google.com"]],
    ["with single sign-on", sso(), false, ["password", "google.com", SSO]],
    ["without the password", sso({ password: false }), false, ["google.com", SSO]],
    ["without the password, also for admins", sso({ password: false }), true, ["google.com", SSO]],
    ["without Google", sso({ google: false }), false, ["password", SSO]],
    ["where it is required", sso({ required: true }), false, [SSO]],
    ["for those who keep the password", sso({ required: true }), true, ["password", SSO]],
    [
      "for them, whatever else is said",
      sso({ required: true, password: false }),
      true,
      ["password", SSO],
    ],
  ])("admit %s exactly these", (_, ways, isBreakGlass, admitted) => {
    expect(PROVIDERS.filter((provider) => isWay(provider, ways, isBreakGlass))).toEqual(admitted);
  });

  it("are offered with single sign-on first, alone where it is required", () => {
    const offered = { kind: "saml", providerId: SSO };
    expect(offeredWays(sso(), { hasGoogle: true })).toEqual([
      offered,
      { kind: "password" },
      { kind: "google" },
    ]);
    expect(offeredWays(sso(), { hasGoogle: false })).toEqual([offered, { kind: "password" }]);
    expect(offeredWays(sso({ required: true }), { hasGoogle: true })).toEqual([offered]);
  });

  it.each([
    ["saml.org-7", 7],
    ["oidc.org-12", 12],
    ["saml.org-07", undefined],
    ["saml.org-7x", undefined],
    ["xsaml.org-7", undefined],
    ["saml.other", undefined],
    ["google.com", undefined],
  ])("have their organization in the name of the provider: %s", (provider, organizationId) => {
    expect(organizationOfProvider(provider)).toBe(organizationId);
  });
});
