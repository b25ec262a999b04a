import type { SsoKind } from "../../../../domain/ways/rules.ts";
import type { SsoProvider } from "../../../../domain/ways/schemas.ts";

export const IDPS = ["entra", "okta", "google", "other"] as const;
export type Idp = (typeof IDPS)[number];

/** What a person chooses first, which decides the guide. The server stores only the kind. */
export type Choice = { idp: Idp; kind: "saml" } | { idp: Exclude<Idp, "google">; kind: "oidc" };

/** Google Workspace has no OpenID Connect clients for its organizations. */
export function choiceOf(idp: Idp, kind: SsoKind): Choice {
  return idp === "google" || kind === "saml" ? { idp, kind: "saml" } : { idp, kind };
}

const HOSTS: readonly (readonly [RegExp, Idp])[] = [
  [/(^|\.)(windows\.net|microsoftonline\.com)$/, "entra"],
  [/(^|\.)okta(preview|-emea)?\.com$/, "okta"],
  [/(^|\.)google\.com$/, "google"],
];

/** The choice behind what is set, by the host that signs in; a new one begins with Entra ID. */
export function currentChoice({ kind, ssoUrl, issuer }: SsoProvider): Choice {
  if (kind === null) return choiceOf("entra", "saml");
  const address = ssoUrl ?? issuer ?? "";
  const host = URL.canParse(address) ? new URL(address).hostname : "";
  return choiceOf(HOSTS.find(([pattern]) => pattern.test(host))?.[1] ?? "other", kind);
}
