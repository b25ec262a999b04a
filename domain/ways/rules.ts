import { type FieldTable, listed, named } from "../fields.ts";

/** How a person can sign in (docs/product/doors.md#ways). */
export const SSO_KINDS = ["saml", "oidc"] as const;
export type SsoKind = (typeof SSO_KINDS)[number];
export const WAY_KINDS = ["password", "google", ...SSO_KINDS] as const;
export type WayKind = (typeof WAY_KINDS)[number];

/** For how many days the link of a set-up is valid. */
export const SET_UP_DAYS = 7;
/** Two, while the identity provider changes from one to the next. */
export const MOST_CERTIFICATES = 2;
export const MOST_DOMAINS = 20;
export const MOST_BREAK_GLASS = 10;

/** What `sign_in_provider` of a token says of these ways. */
export const PASSWORD_PROVIDER = "password";
const GOOGLE_PROVIDER = "google.com";

const OF_ORGANIZATION = /^(saml|oidc)\.org-([1-9]\d{0,14})$/;

export const providerIdOf = (kind: SsoKind, organizationId: number) =>
  `${kind}.org-${organizationId}`;

/** The organization whose provider this is; undefined for any other way. */
export function organizationOfProvider(provider: string): number | undefined {
  const id = OF_ORGANIZATION.exec(provider)?.[2];
  return id === undefined ? undefined : Number(id);
}

/** The kind of single sign-on that a provider id names; undefined for any other way. */
export function ssoKindOf(provider: string): SsoKind | undefined {
  return SSO_KINDS.find((kind) => provider.startsWith(`${kind}.`));
}

/** The ways of an organization as a sign-in is compared with them. */
export interface OwnWays {
  password: boolean;
  google: boolean;
  /** Its provider for single sign-on; null without one. */
  providerId: string | null;
  required: boolean;
}

/** The ways of an organization without settings, and of system admins. */
export const USUAL_WAYS: OwnWays = {
  password: true,
  google: true,
  providerId: null,
  required: false,
};

/**
 * Whether a sign-in by this provider, as the token names it, is one of these ways. `isBreakGlass` is an
 * organization admin who keeps the password.
 */
export function isWay(provider: string, ways: OwnWays, isBreakGlass: boolean): boolean {
  if (provider === ways.providerId) return true;
  if (provider === PASSWORD_PROVIDER) return ways.required ? isBreakGlass : ways.password;
  return provider === GOOGLE_PROVIDER && ways.google && !ways.required;
}

/** What the sign-in page offers. */
export function offeredWays(
  ways: OwnWays,
  { hasGoogle }: { hasGoogle: boolean },
): { kind: WayKind; providerId?: string }[] {
  const kind = ways.providerId === null ? undefined : ssoKindOf(ways.providerId);
  const sso = kind && ways.providerId !== null ? [{ kind, providerId: ways.providerId }] : [];
  if (ways.required) return sso;
  return [
    ...sso,
    ...(ways.password ? [{ kind: "password" as const }] : []),
    ...(ways.google && hasGoogle ? [{ kind: "google" as const }] : []),
  ];
}

/** The domain of a normalized e-mail address. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1);

const onOff = named({ true: "利用する", false: "利用しない" });
const ssoLabels = { saml: "SAML", oidc: "OpenID Connect" } as const;

function ssoWords(value: unknown): string {
  const { kind, required, asksForSecondFactor, at, fingerprints = [] } = Object(value);
  const parts = [
    named(ssoLabels)(kind),
    ...(at ? [at] : []),
    ...fingerprints.map((fingerprint: string) => `証明書 ${fingerprint}`),
    ...(required ? ["必須"] : []),
    ...(asksForSecondFactor ? ["2段階認証あり"] : []),
  ];
  return parts.join("・");
}

function domainWords(value: unknown): string {
  const { name, provenAt } = Object(value);
  return provenAt ? String(name) : `${name}（未確認）`;
}

export const waysFields = {
  password: { label: "パスワード", words: onOff },
  google: { label: "Google", words: onOff },
  sso: { label: "シングルサインオン", words: ssoWords, ofNull: "利用しない" },
  domains: { label: "ドメイン", words: listed(domainWords), ofEmpty: "なし" },
  joinOnFirstSignIn: { label: "初回ログイン時に登録", words: onOff },
} as const satisfies FieldTable;
