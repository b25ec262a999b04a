import type { adminEndpoints, staffEndpoints } from "../../domain/api/areas.ts";
import { CONTRACTS, newContract, OWN_CONTRACTS } from "./contractRequests.ts";
import { aContract } from "./contractRows.ts";
import { dictionaryRows } from "./dictionaryRequests.ts";
import { adminEventRow, eventRow } from "./eventRequests.ts";
import type { UserWish } from "./people.ts";
import type { RouteRow, WalkRequest, WalkWorld } from "./routeRow.ts";
import { MEMBERS, newUser, PROFILE, USERS } from "./userRequests.ts";
import { workspaceRows } from "./workspaceRequests.ts";

const UNKNOWN_ID = 999_999_999;
const UNKNOWN_USER = "nobody";
const ORGANIZATIONS = "/admin/api/v1/organizations";

const systemAdmin = ["systemAdmin"] as const;
const everyone = ["systemAdmin", "organizationAdmin", "dictionaryAdmin", "staff"] as const;
const members = ["organizationAdmin", "dictionaryAdmin", "staff"] as const;
const organizationAdmin = ["organizationAdmin"] as const;

const at = (url: string) => (): WalkRequest => ({ url });

/** A fresh contract, unused and current, with a path below it. */
const onContract =
  (below = "", body?: unknown) =>
  async ({ api }: WalkWorld): Promise<WalkRequest> => {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId });
    return { url: `${CONTRACTS}/${contractId}${below}`, body };
  };

const unknown =
  (base: string, below = "", body?: unknown) =>
  () => ({
    unknown: { url: `${base}/${base.endsWith("users") ? UNKNOWN_USER : UNKNOWN_ID}${below}`, body },
  });

const onUser =
  (base: string, below = "", body?: unknown, wish: UserWish = {}) =>
  async ({ api, own }: WalkWorld): Promise<WalkRequest> => {
    const { userId } = await api.aUser({ organizationId: own.organizationId, ...wish });
    return { url: `${base}/${userId}${below}`, body };
  };

const ofForeignUser =
  (below = "", body?: unknown) =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: `${MEMBERS}/${foreign.userId}${below}`, body },
    unknown: { url: `${MEMBERS}/${UNKNOWN_USER}${below}`, body },
  });

const ofForeignContract =
  (below = "") =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: `${OWN_CONTRACTS}/${foreign.contractId}${below}` },
    unknown: { url: `${OWN_CONTRACTS}/${UNKNOWN_ID}${below}` },
  });

const termination = { terminationDate: "2026-06-30", reason: "統合のため" };
const rename = { userName: "改名 太郎" };

/** What is served beside the two areas. */
const publicRows: Readonly<Record<string, RouteRow>> = {
  "GET /healthz": { may: "anyone", send: at("/healthz") },
  "GET /readyz": { may: "anyone", send: at("/readyz") },
  "GET /config.json": { may: "anyone", send: at("/config.json") },
  "GET /api/openapi.json": { may: "anyone", send: at("/api/openapi.json") },
  "GET /api/docs": { may: "anyone", send: at("/api/docs") },
  "GET /api/docs/start.js": { may: "anyone", send: at("/api/docs/start.js") },
  "GET /api/docs/swagger-ui.css": { may: "anyone", send: at("/api/docs/swagger-ui.css") },
  "GET /api/docs/swagger-ui-bundle.js": {
    may: "anyone",
    send: at("/api/docs/swagger-ui-bundle.js"),
  },
};

/** Every declared endpoint has its row: one that is missing does not compile. */
const adminRows: Readonly<Record<keyof typeof adminEndpoints, RouteRow>> = {
  "POST /session": {
    may: "anyone",
    send: async ({ api, people }) => ({
      url: "/admin/api/v1/session",
      body: { idToken: await api.idToken(people.systemAdmin) },
    }),
  },
  "DELETE /session": {
    may: "anyone",
    send: at("/admin/api/v1/session"),
  },
  "DELETE /sessions/others": {
    may: systemAdmin,
    send: at("/admin/api/v1/sessions/others"),
  },
  "GET /me": { may: systemAdmin, send: at("/admin/api/v1/me") },

  "GET /contracts": { may: systemAdmin, send: at(CONTRACTS) },
  "GET /contracts/summary": { may: systemAdmin, send: at(`${CONTRACTS}/summary`) },
  "POST /contracts": {
    may: systemAdmin,
    send: () => ({ url: CONTRACTS, body: newContract() }),
  },
  "POST /contracts/check": {
    may: systemAdmin,
    send: () => ({
      url: `${CONTRACTS}/check`,
      body: { startDate: "2026-04-01", endDate: "2027-03-31" },
    }),
  },
  "GET /contracts/{id}": {
    may: systemAdmin,
    send: onContract(),
    elsewhere: unknown(CONTRACTS),
  },
  "PATCH /contracts/{id}": {
    may: systemAdmin,
    send: onContract("", { memo: "変更" }),
    elsewhere: unknown(CONTRACTS, "", { memo: "変更" }),
  },
  "DELETE /contracts/{id}": {
    may: systemAdmin,
    send: onContract(),
    elsewhere: unknown(CONTRACTS),
  },
  "POST /contracts/{id}/terminate": {
    may: systemAdmin,
    send: onContract("/terminate", termination),
    elsewhere: unknown(CONTRACTS, "/terminate", termination),
  },
  "POST /contracts/{id}/reinstate": {
    may: systemAdmin,
    send: async ({ api }) => {
      const organizationId = await api.anOrganization();
      const terminated = { organizationId, terminationDate: "2026-06-30" };
      const contractId = await aContract(api.db, terminated);
      return { url: `${CONTRACTS}/${contractId}/reinstate` };
    },
    elsewhere: unknown(CONTRACTS, "/reinstate"),
  },
  "GET /contracts/{id}/usage": {
    may: systemAdmin,
    send: onContract("/usage?by=month"),
    elsewhere: unknown(CONTRACTS, "/usage?by=month"),
  },

  "GET /organizations": { may: systemAdmin, send: at(ORGANIZATIONS) },
  "GET /organizations/{id}": {
    may: systemAdmin,
    send: async ({ own }) => ({ url: `${ORGANIZATIONS}/${own.organizationId}` }),
    elsewhere: unknown(ORGANIZATIONS),
  },
  "PATCH /organizations/{id}": {
    may: systemAdmin,
    send: async ({ api }) => ({
      url: `${ORGANIZATIONS}/${await api.anOrganization()}`,
      body: { organizationName: "改名株式会社" },
    }),
    elsewhere: unknown(ORGANIZATIONS, "", { organizationName: "改名株式会社" }),
  },

  "GET /users": { may: systemAdmin, send: at(USERS) },
  "POST /users": {
    may: systemAdmin,
    send: ({ own }) => ({
      url: USERS,
      body: newUser({ organizationId: own.organizationId }),
    }),
  },
  "GET /users/{id}": {
    may: systemAdmin,
    send: onUser(USERS),
    elsewhere: unknown(USERS),
  },
  "PATCH /users/{id}": {
    may: systemAdmin,
    send: onUser(USERS, "", rename),
    elsewhere: unknown(USERS, "", rename),
  },
  "POST /users/{id}/restore-email": {
    may: systemAdmin,
    send: onUser(USERS, "/restore-email", {}, { identityError: "EMAIL_CHANGED" }),
    elsewhere: unknown(USERS, "/restore-email", {}),
  },
  "POST /users/{id}/invitation": {
    may: systemAdmin,
    send: onUser(USERS, "/invitation", {}, { status: "INVITED" }),
    elsewhere: unknown(USERS, "/invitation", {}),
  },
  "GET /events": adminEventRow,
};

const staffRows: Readonly<Record<keyof typeof staffEndpoints, RouteRow>> = {
  "DELETE /sessions/others": {
    may: everyone,
    send: at("/api/v1/sessions/others"),
  },
  "GET /users/me": { may: everyone, send: at(PROFILE) },
  "PATCH /users/me": {
    may: everyone,
    send: () => ({ url: PROFILE, body: { lastSelectedWorkspaceId: null } }),
  },
  "GET /users": { may: members, send: at(MEMBERS) },
  "POST /users": {
    may: organizationAdmin,
    send: () => ({ url: MEMBERS, body: newUser() }),
  },
  "GET /users/{id}": { may: members, send: onUser(MEMBERS), elsewhere: ofForeignUser() },
  "PATCH /users/{id}": {
    may: organizationAdmin,
    send: onUser(MEMBERS, "", rename),
    elsewhere: ofForeignUser("", rename),
  },
  "POST /users/{id}/restore-email": {
    may: organizationAdmin,
    send: onUser(MEMBERS, "/restore-email", {}, { identityError: "EMAIL_CHANGED" }),
    elsewhere: ofForeignUser("/restore-email", {}),
  },
  "POST /users/{id}/invitation": {
    may: organizationAdmin,
    send: onUser(MEMBERS, "/invitation", {}, { status: "INVITED" }),
    elsewhere: ofForeignUser("/invitation", {}),
  },

  "GET /contracts/limits": { may: members, send: at(`${OWN_CONTRACTS}/limits`) },
  "GET /contracts": { may: organizationAdmin, send: at(OWN_CONTRACTS) },
  "GET /contracts/{id}": {
    may: organizationAdmin,
    send: ({ own }) => ({ url: `${OWN_CONTRACTS}/${own.contractId}` }),
    elsewhere: ofForeignContract(),
  },
  "GET /contracts/{id}/usage": {
    may: organizationAdmin,
    send: ({ own }) => ({ url: `${OWN_CONTRACTS}/${own.contractId}/usage?by=day` }),
    elsewhere: ofForeignContract("/usage?by=day"),
  },
  "GET /events": eventRow,
  ...workspaceRows,
  ...dictionaryRows,
};

/** Every row by method and URL, as the server registers the routes. */
export const routeTable: ReadonlyMap<string, RouteRow> = new Map([
  ...Object.entries(publicRows),
  ...registered("/admin/api/v1", adminRows),
  ...registered("/api/v1", staffRows),
]);

function registered(base: string, rows: Readonly<Record<string, RouteRow>>) {
  return Object.entries(rows).map(([key, row]): [string, RouteRow] => {
    const [method, path = ""] = key.split(" ");
    return [`${method} ${base}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, row];
  });
}
