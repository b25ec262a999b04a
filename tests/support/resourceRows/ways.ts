import type { ownWaysEndpoints, waysEndpoints } from "../../../domain/api/ways.ts";
import type { TestApi } from "../api.ts";
import {
  organizationAdmin,
  type RouteRow,
  systemAdmin,
  UNKNOWN_ID,
  type WalkWorld,
} from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";
import { aDomain, aSetUpToken, SAML, tokenBy, USUAL, waysOf, withSso } from "../ways.ts";

const NAME = "example.co.jp";

/** On an organization of its own, so that walkers do not meet. */
const onNew =
  (below = "", body?: unknown) =>
  async ({ api }: WalkWorld) => ({
    url: waysOf(await api.anOrganization(), below),
    ...(body === undefined ? {} : { body }),
  });
const ofNone =
  (below = "", body?: unknown) =>
  () => ({
    unknown: { url: waysOf(UNKNOWN_ID, below), ...(body === undefined ? {} : { body }) },
  });

/** The token of a sign-in by the new organization's provider. */
async function aTest(api: TestApi) {
  const organizationId = await api.anOrganization();
  const user = await api.aUser({ organizationId });
  const provider = await withSso(api, organizationId, { isTried: false });
  return { organizationId, idToken: await tokenBy(api, user, provider) };
}

async function aProvenDomain(api: TestApi) {
  const organizationId = await api.anOrganization();
  const name = `o${organizationId}.${NAME}`;
  await aDomain(api, organizationId, name);
  return { organizationId, name };
}

const asked = { email: `somebody@${NAME}` };

export const adminRows: Readonly<Record<keyof typeof waysEndpoints, RouteRow>> = {
  "GET /organizations/{id}/ways": { may: systemAdmin, send: onNew(), elsewhere: ofNone() },
  "PUT /organizations/{id}/ways": {
    may: systemAdmin,
    send: onNew("", { ...USUAL, google: false }),
    elsewhere: ofNone("", USUAL),
  },
  "GET /organizations/{id}/ways/provider": {
    may: systemAdmin,
    send: onNew("/provider"),
    elsewhere: ofNone("/provider"),
  },
  "PUT /organizations/{id}/ways/provider": {
    may: systemAdmin,
    send: onNew("/provider", SAML),
    elsewhere: ofNone("/provider", SAML),
  },
  "POST /organizations/{id}/ways/test": {
    may: systemAdmin,
    send: async ({ api }) => {
      const { organizationId, idToken } = await aTest(api);
      return { url: waysOf(organizationId, "/test"), body: { idToken } };
    },
    elsewhere: ofNone("/test", { idToken: "x" }),
  },
  "POST /organizations/{id}/ways/domains/check": {
    may: systemAdmin,
    send: async ({ api }) => {
      const { organizationId, name } = await aProvenDomain(api);
      return { url: waysOf(organizationId, "/domains/check"), body: { name } };
    },
    elsewhere: ofNone("/domains/check", { name: NAME }),
  },
  "POST /organizations/{id}/ways/set-up-link": {
    may: systemAdmin,
    send: onNew("/set-up-link", {}),
    elsewhere: ofNone("/set-up-link", {}),
  },
  "DELETE /organizations/{id}/ways/set-up-link": {
    may: systemAdmin,
    send: async ({ api }) => {
      const organizationId = await api.anOrganization();
      await aSetUpToken(api, organizationId);
      return { url: waysOf(organizationId, "/set-up-link") };
    },
    elsewhere: ofNone("/set-up-link"),
  },
  "POST /sign-in/ways": {
    may: "anyone",
    send: () => ({ url: "/admin/api/v1/sign-in/ways", body: asked }),
  },
};

const SET_UP = "/api/v1/set-up";
const withToken =
  (below: string, body: object = {}) =>
  async ({ api }: WalkWorld) => {
    const token = await aSetUpToken(api, await api.anOrganization());
    return { url: `${SET_UP}/${below}`, body: { token, ...body } };
  };

export const staffRows: Readonly<Record<keyof typeof ownWaysEndpoints, RouteRow>> = {
  "GET /organizations/{id}/ways": {
    may: organizationAdmin,
    send: ({ own }) => ({ url: `/api/v1/organizations/${own.organizationId}/ways` }),
    elsewhere: ({ foreign }) => ({
      foreign: { url: `/api/v1/organizations/${foreign.organizationId}/ways` },
      unknown: { url: `/api/v1/organizations/${UNKNOWN_ID}/ways` },
    }),
  },
  "POST /sign-in/ways": {
    may: "anyone",
    send: () => ({ url: "/api/v1/sign-in/ways", body: asked }),
  },
  "POST /set-up/open": { may: "anyone", send: withToken("open") },
  "POST /set-up/provider": { may: "anyone", send: withToken("provider", { provider: SAML }) },
  "POST /set-up/test": {
    may: "anyone",
    send: async ({ api }) => {
      const { organizationId, idToken } = await aTest(api);
      return {
        url: `${SET_UP}/test`,
        body: { token: await aSetUpToken(api, organizationId), idToken },
      };
    },
  },
  "POST /set-up/domains/check": {
    may: "anyone",
    send: async ({ api }) => {
      const { organizationId, name } = await aProvenDomain(api);
      const token = await aSetUpToken(api, organizationId);
      return { url: `${SET_UP}/domains/check`, body: { token, name } };
    },
  },
  "POST /set-up/finish": { may: "anyone", send: withToken("finish") },
};

const at = new Date("2026-01-01T00:00:00Z");
const dated = { created_at: at, updated_at: at };
const sso = { provider_id: "saml.org-2", provider: "{}", tried_at: at };
const domain = { organization_id: 1, name: "a.example.jp", record: "one", created_at: at };
const link = { organization_id: 1, token_hash: Buffer.from("one"), created_at: at, ends_at: at };

export const tableRows: Readonly<Record<string, TableRow>> = {
  sign_in_ways: {
    stored: [{ organization_id: 1, provider_id: "saml.org-1", provider: "{}", ...dated }],
    another: { organization_id: 2, ...dated },
    optional: ["held_at", "provider", "provider_id", "tried_at"],
    constraints: {
      sign_in_ways_pkey: { refuses: [{ organization_id: 1 }] },
      sign_in_ways_organization_id_fkey: { refuses: [{ organization_id: 99 }] },
      sign_in_ways_provider_id_key: { refuses: [{ ...sso, provider_id: "saml.org-1" }] },
      sign_in_ways_provider: {
        refuses: [{ provider_id: "saml.org-2" }, { provider: "{}" }],
        allows: [sso],
      },
      sign_in_ways_some: {
        refuses: [{ password: false, google: false }],
        allows: [{ password: false }, { google: false }],
      },
      sign_in_ways_required: {
        refuses: [
          { required: true },
          { ...sso, required: true },
          { ...sso, required: true, tried_at: null, break_glass_user_ids: ["member"] },
        ],
        allows: [
          {
            ...sso,
            required: true,
            break_glass_user_ids: ["member"],
            password: false,
            google: false,
          },
        ],
      },
    },
  },
  organization_domains: {
    stored: [{ ...domain, proven_at: at }],
    another: { ...domain, name: "b.example.jp" },
    optional: ["proven_at"],
    constraints: {
      organization_domains_pkey: { refuses: [{ name: domain.name }] },
      organization_domains_organization_id_fkey: { refuses: [{ organization_id: 99 }] },
      organization_domains_lower: { refuses: [{ name: "B.example.jp" }] },
      organization_domains_proven_once: {
        refuses: [{ organization_id: 2, name: domain.name, proven_at: at }],
        allows: [{ organization_id: 2, name: domain.name }],
      },
    },
  },
  set_up_links: {
    stored: [link],
    another: { ...link, organization_id: 2, token_hash: Buffer.from("two") },
    optional: ["created_by"],
    constraints: {
      set_up_links_pkey: { refuses: [{ organization_id: 1 }] },
      set_up_links_organization_id_fkey: { refuses: [{ organization_id: 99 }] },
      set_up_links_created_by_fkey: { refuses: [{ created_by: "nobody" }] },
      set_up_links_token_hash_key: { refuses: [{ token_hash: Buffer.from("one") }] },
    },
  },
};
