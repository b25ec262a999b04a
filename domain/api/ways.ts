import { auditedKind } from "../audit/kinds.ts";
import { waysFields } from "../ways/rules.ts";
import {
  domainCheck,
  offeredWaysAnswer,
  setUp,
  setUpDomain,
  setUpLink,
  setUpProvider,
  setUpTest,
  setUpToken,
  ssoProvider,
  ssoProviderUpdate,
  testSignIn,
  ways,
  waysQuery,
  waysUpdate,
} from "../ways/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, noFields } from "./parameters.ts";

const LARGE_TOKEN = 16 * 1024;
const LOOK_UPS_PER_MINUTE = 30;
/** Of an office, whose people share an address and come at the same time. */
const SIGN_INS_PER_MINUTE = 300;

const readWays = {
  live: true,
  summary: "Reads the ways to sign in of an organization",
  params: idParams,
  answers: { 200: ways },
  etag: true,
} as const;

const offerWays = {
  access: "public",
  audit: { none: "asks before a sign-in, and changes nothing" },
  summary: "Asks how the person of an address signs in",
  description:
    "By the domain of the address alone: known and unknown addresses have the same answer.",
  body: waysQuery,
  answers: { 200: offeredWaysAnswer },
  idempotencyKey: false,
  callsPerMinute: SIGN_INS_PER_MINUTE,
} as const;

export const waysEndpoints = {
  "GET /organizations/{id}/ways": {
    ...readWays,
    area: "admin",
    access: "organization.manage",
    operationId: "getOrganizationWays",
  },
  "PUT /organizations/{id}/ways": {
    area: "admin",
    access: "organization.manage",
    operationId: "setOrganizationWays",
    audit: "ログイン方法を変更",
    summary: "Changes the ways to sign in of an organization",
    description:
      "`sso: null` removes its provider. New domains wait for their proof. `required` needs a test sign-in, a proven domain and an active organization admin in `breakGlassUserIds`.",
    params: idParams,
    body: waysUpdate,
    answers: { 200: ways },
    etag: true,
    ifMatch: true,
    problems: ["WAY_NOT_TRIED", "WAY_WITHOUT_DOMAIN"],
  },
  "GET /organizations/{id}/ways/provider": {
    area: "admin",
    access: "organization.manage",
    operationId: "getSsoProvider",
    live: true,
    summary: "Reads the identity provider of an organization, and what it has to know of us",
    params: idParams,
    answers: { 200: ssoProvider },
    etag: true,
  },
  "PUT /organizations/{id}/ways/provider": {
    area: "admin",
    access: "organization.manage",
    operationId: "setSsoProvider",
    audit: "シングルサインオンの接続を設定",
    summary: "Sets the identity provider of an organization",
    description:
      "Two certificates side by side let it change from one to the next. Another identity provider has to be tried again, and is refused while it is required.",
    params: idParams,
    body: ssoProviderUpdate,
    bodyLimit: 32 * 1024,
    answers: { 200: ssoProvider },
    etag: true,
    ifMatch: true,
    problems: ["WAY_REQUIRED", "UNAVAILABLE"],
  },
  "POST /organizations/{id}/ways/test": {
    area: "admin",
    access: "organization.manage",
    operationId: "testSso",
    audit: "シングルサインオンをテスト",
    summary: "Notes a test sign-in",
    description:
      "The ID token has to come from the provider of the organization, and its person has to be one of its users. It opens no session.",
    params: idParams,
    body: testSignIn,
    bodyLimit: LARGE_TOKEN,
    answers: { 200: ways },
    etag: true,
    idempotencyKey: false,
    problems: ["WAY_TEST_FAILED", "UNAVAILABLE"],
  },
  "POST /organizations/{id}/ways/domains/check": {
    area: "admin",
    access: "organization.manage",
    operationId: "checkDomain",
    audit: "ドメインを確認",
    summary: "Looks up the TXT record that proves a domain",
    params: idParams,
    body: domainCheck,
    answers: { 200: ways },
    etag: true,
    idempotencyKey: false,
    callsPerMinute: LOOK_UPS_PER_MINUTE,
    problems: ["DOMAIN_NOT_PROVEN", "DOMAIN_TAKEN"],
  },
  "POST /organizations/{id}/ways/set-up-link": {
    area: "admin",
    access: "organization.manage",
    operationId: "createSetUpLink",
    audit: "設定用リンクを発行",
    summary: "Makes a link for the customer's IT to set single sign-on up, and tells it once",
    description:
      "It is valid for 7 days, until the set-up is finished, or until the next one is made.",
    params: idParams,
    body: noFields,
    answers: { 201: setUpLink },
    idempotencyKey: "secret",
  },
  "DELETE /organizations/{id}/ways/set-up-link": {
    area: "admin",
    access: "organization.manage",
    operationId: "withdrawSetUpLink",
    audit: "設定用リンクを無効化",
    summary: "Withdraws the link of a set-up",
    params: idParams,
    answers: { 204: null },
  },
  "POST /sign-in/ways": { ...offerWays, area: "admin", operationId: "offerWaysToAdmin" },
} satisfies Endpoints<"admin">;

const ofLink = {
  area: "staff",
  access: "public",
  idempotencyKey: false,
  callsPerMinute: LOOK_UPS_PER_MINUTE,
  problems: ["NOT_FOUND", "SET_UP_ENDED"],
} as const;

/** Those below /set-up are for the holder of a link, who is nobody's user. */
export const ownWaysEndpoints = {
  "GET /organizations/{id}/ways": {
    ...readWays,
    area: "staff",
    access: ["organizationAdmin"],
    operationId: "getOwnWays",
  },
  "POST /sign-in/ways": { ...offerWays, area: "staff", operationId: "offerWays" },
  "POST /set-up/open": {
    ...ofLink,
    operationId: "openSetUp",
    audit: { none: "reads what is set up" },
    summary: "Opens the set-up of single sign-on with the token of its link",
    body: setUpToken,
    answers: { 200: setUp },
  },
  "POST /set-up/provider": {
    ...ofLink,
    operationId: "setUpProvider",
    audit: "シングルサインオンの接続を設定（設定用リンク）",
    summary: "Sets the identity provider",
    body: setUpProvider,
    bodyLimit: 32 * 1024,
    answers: { 200: setUp },
    problems: [...ofLink.problems, "WAY_REQUIRED", "UNAVAILABLE"],
  },
  "POST /set-up/test": {
    ...ofLink,
    operationId: "setUpTest",
    audit: "シングルサインオンをテスト（設定用リンク）",
    summary: "Notes a test sign-in",
    body: setUpTest,
    bodyLimit: LARGE_TOKEN,
    answers: { 200: setUp },
    problems: [...ofLink.problems, "WAY_TEST_FAILED", "UNAVAILABLE"],
  },
  "POST /set-up/domains/check": {
    ...ofLink,
    operationId: "setUpDomain",
    audit: "ドメインを確認（設定用リンク）",
    summary: "Looks up the TXT record that proves a domain",
    body: setUpDomain,
    answers: { 200: setUp },
    problems: [...ofLink.problems, "DOMAIN_NOT_PROVEN", "DOMAIN_TAKEN"],
  },
  "POST /set-up/finish": {
    ...ofLink,
    operationId: "finishSetUp",
    audit: "シングルサインオンの設定を完了（設定用リンク）",
    summary: "Finishes the set-up: its link opens nothing any more",
    body: setUpToken,
    answers: { 204: null },
  },
} satisfies Endpoints<"staff">;

export const waysKind = auditedKind({
  name: "signInWays",
  label: "ログイン方法",
  resource: "organizations",
  schema: ways,
  fields: waysFields,
  unlogged: { version: "counts the writes", heldAt: "is an event of the restore" },
});
