import { sha256 } from "../../server/bytes.ts";
import type { TestApi } from "./api.ts";
import { ORGANIZATIONS } from "./organizationRequests.ts";
import type { TestUser } from "./people.ts";

export const waysOf = (organizationId: number, below = "") =>
  `${ORGANIZATIONS}/${organizationId}/ways${below}`;

/** Valid until 2126. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBjDCCATGgAwIBAgIUEkfYzlktcBdNkjxiLizn3qOoCV4wCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPaWRwLmV4YW1wbGUuY29tMCAXDTI2MTEyODE5MzcyMVoYDzIx
MjYxMTA0MTkzNzIxWjAaMRgwFgYDVQQDDA9pZHAuZXhhbXBsZS5jb20wWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAASHuZiUATZ6SwXIQpq4bzG+Le4/LOMoLg/umF2x
IDNByv4+093t8/XgL8c/+f89WXef4DSEUnKzF2/u1RCIsgbgo1MwUTAdBgNVHQ4E
FgQUNumtUGyLi5GEURLrI9o+kaN9K+AwHwYDVR0jBBgwFoAUNumtUGyLi5GEURLr
I9o+kaN9K+AwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAwhak
QvJgACBqzBr/FcvxE6dIy4MST9jZfdMSaFohaLICIQDJFMx777FzClTY2o3OUv9g
gvTcfAfJYJDu8ZLtqO3XnA==
-----END CERTIFICATE-----
`;
/** Of the same identity provider, later. */
export const NEXT_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUHNPbPSj+V6afGLPOpqCyRL9EXjkwCgYIKoZIzj0EAwIw
HzEdMBsGA1UEAwwUbmV4dC5pZHAuZXhhbXBsZS5jb20wIBcNMjYxMTI4MTkzNzIx
WhgPMjEyNjExMDQxOTM3MjFaMB8xHTAbBgNVBAMMFG5leHQuaWRwLmV4YW1wbGUu
Y29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEyBj20XauXXEi32CyQhP8vUjv
ljRdWPJRtyiiu9/2bHx6tHbHPfudN+Oymet8n0e/kjGN08vB+hhJsRWPANmUHqNT
MFEwHQYDVR0OBBYEFKIt6i1u0k3EYXQX5Dy5ZZaOj/T6MB8GA1UdIwQYMBaAFKIt
6i1u0k3EYXQX5Dy5ZZaOj/T6MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
RwAwRAIgNeeKmoRnLm1qIknZ+gXMBW1M/uVlk5hvcXIth73pW44CIC7m8lIin9at
zDIvSHpXoNpHqm1F3/Thj/BJE6/0Douk
-----END CERTIFICATE-----
`;

export const SAML = {
  kind: "saml",
  idpEntityId: "https://idp.example.com/metadata",
  ssoUrl: "https://idp.example.com/sso",
  certificates: [CERTIFICATE],
} as const;

export const USUAL = {
  password: true,
  google: true,
  sso: null,
  domains: [],
  joinOnFirstSignIn: false,
} as const;

/** An organization with single sign-on that was tried, past the API. */
export async function withSso(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  organizationId: number,
  settings: {
    breakGlass?: readonly TestUser[];
    asksForSecondFactor?: boolean;
    joinOnFirstSignIn?: boolean;
    isTried?: boolean;
  } = {},
): Promise<string> {
  const { breakGlass = [], isTried = true } = settings;
  const { kind, ...parts } = SAML;
  const at = clock.now();
  const providerId = `${kind}.org-${organizationId}`;
  const row = {
    provider_id: providerId,
    provider: JSON.stringify({ kind, ...parts }),
    required: breakGlass.length > 0,
    break_glass_user_ids: breakGlass.map(({ userId }) => userId),
    asks_for_second_factor: settings.asksForSecondFactor ?? false,
    tried_at: isTried ? at : null,
    join_on_first_sign_in: settings.joinOnFirstSignIn ?? false,
    updated_at: at,
  };
  await db
    .insertInto("sign_in_ways")
    .values({ organization_id: organizationId, ...row, created_at: at })
    .onConflict((known) => known.column("organization_id").doUpdateSet(row))
    .execute();
  return providerId;
}

/** A domain of an organization, proven unless it says otherwise. */
export async function aDomain(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  organizationId: number,
  name: string,
  { isProven = true }: { isProven?: boolean } = {},
): Promise<string> {
  const at = clock.now();
  const record = `knowledge-insight-verification=${sha256(name).toString("hex").slice(0, 32)}`;
  await db
    .insertInto("organization_domains")
    .values({
      organization_id: organizationId,
      name,
      record,
      proven_at: isProven ? at : null,
      created_at: at,
    })
    .execute();
  return record;
}

/** An ID token of the user as if the sign-in came from this provider. */
export async function tokenBy(
  api: Pick<TestApi, "idToken" | "tokenWith">,
  user: TestUser,
  provider: string,
): Promise<string> {
  return api.tokenWith(await api.idToken(user), { sign_in_provider: provider });
}

/** The token of a new link for the set-up of an organization. */
export async function aSetUpToken(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  organizationId: number,
): Promise<string> {
  const token = `${organizationId}`.padStart(43, "t");
  const at = clock.now();
  const link = {
    token_hash: sha256(token),
    created_by: null,
    created_at: at,
    ends_at: new Date(at.getTime() + 7 * 86_400_000),
  };
  await db
    .insertInto("set_up_links")
    .values({ organization_id: organizationId, ...link })
    .onConflict((known) => known.column("organization_id").doUpdateSet(link))
    .execute();
  return token;
}
