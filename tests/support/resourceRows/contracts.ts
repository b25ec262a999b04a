import type {
  contractEndpoints,
  manyContractEndpoints,
  ownContractEndpoints,
} from "../../../domain/api/contracts.ts";
import { CONTRACTS, newContract, OWN_CONTRACTS } from "../contractRequests.ts";
import { aContract } from "../contractRows.ts";
import { someEmail } from "../people.ts";
import {
  at,
  members,
  organizationAdmin,
  type RouteRow,
  systemAdmin,
  UNKNOWN_ID,
  type WalkRequest,
  type WalkWorld,
} from "../routeRow.ts";

/** A fresh contract, unused and current, with a path below it. */
export const onContract =
  (below = "", body?: unknown) =>
  async ({ api }: WalkWorld): Promise<WalkRequest> => {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId });
    return { url: `${CONTRACTS}/${contractId}${below}`, body };
  };

export const ofNoContract =
  (below = "", body?: unknown) =>
  () => ({ unknown: { url: `${CONTRACTS}/${UNKNOWN_ID}${below}`, body } });

const ofForeignContract =
  (below = "") =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: `${OWN_CONTRACTS}/${foreign.contractId}${below}` },
    unknown: { url: `${OWN_CONTRACTS}/${UNKNOWN_ID}${below}` },
  });

const termination = { terminationDate: "2026-06-30", reason: "統合のため" };

/** A contract that ends this year, for what is done to many. */
const onMany =
  (below: string, action?: object) =>
  async ({ api }: WalkWorld): Promise<WalkRequest> => {
    const organizationId = await api.anOrganization();
    const year = new Date().getFullYear();
    const period = { startDate: `${year}-01-01`, endDate: `${year}-12-31` };
    const contractId = await aContract(api.db, {
      organizationId,
      adminEmail: someEmail("admin"),
      ...period,
    });
    const contracts = [{ contractId, version: 1 }];
    return { url: `${CONTRACTS}/bulk${below}`, body: { ...action, contracts } };
  };

export const adminRows: Readonly<
  Record<keyof typeof contractEndpoints | keyof typeof manyContractEndpoints, RouteRow>
> = {
  "POST /contracts/bulk": { may: systemAdmin, send: onMany("", { action: "RENEW" }) },
  "POST /contracts/bulk/check": { may: systemAdmin, send: onMany("/check") },
  "GET /contracts": { may: systemAdmin, send: at(CONTRACTS) },
  "GET /contracts/export": { may: systemAdmin, send: at(`${CONTRACTS}/export`) },
  "GET /contracts/cap-check": {
    may: systemAdmin,
    send: ({ own }) => ({
      url: `${CONTRACTS}/cap-check?organizationId=${own.organizationId}&maxTranscriptCount=5`,
    }),
  },
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
    elsewhere: ofNoContract(),
  },
  "PATCH /contracts/{id}": {
    may: systemAdmin,
    send: onContract("", { memo: "変更" }),
    elsewhere: ofNoContract("", { memo: "変更" }),
  },
  "DELETE /contracts/{id}": {
    may: systemAdmin,
    send: onContract(),
    elsewhere: ofNoContract(),
  },
  "POST /contracts/{id}/terminate": {
    may: systemAdmin,
    send: onContract("/terminate", termination),
    elsewhere: ofNoContract("/terminate", termination),
  },
  "POST /contracts/{id}/reinstate": {
    may: systemAdmin,
    send: async ({ api }) => {
      const organizationId = await api.anOrganization();
      const terminated = { organizationId, terminationDate: "2026-06-30" };
      const contractId = await aContract(api.db, terminated);
      return { url: `${CONTRACTS}/${contractId}/reinstate` };
    },
    elsewhere: ofNoContract("/reinstate"),
  },
  "GET /contracts/{id}/usage": {
    may: systemAdmin,
    send: onContract("/usage?by=month"),
    elsewhere: ofNoContract("/usage?by=month"),
  },
  "GET /contracts/{id}/usage/export": {
    may: systemAdmin,
    send: onContract("/usage/export?by=month"),
    elsewhere: ofNoContract("/usage/export?by=month"),
  },
};

const limitsOf = (organizationId: number) => ({
  url: `${OWN_CONTRACTS}/limits?organizationId=${organizationId}`,
});

export const staffRows: Readonly<Record<keyof typeof ownContractEndpoints, RouteRow>> = {
  "GET /contracts/limits": {
    may: members,
    send: at(`${OWN_CONTRACTS}/limits`),
    key: {
      scope: "limits.read",
      send: ({ own }) => limitsOf(own.organizationId),
      ofOrganization: limitsOf,
    },
  },
  "GET /contracts": { may: organizationAdmin, send: at(OWN_CONTRACTS) },
  "GET /contracts/export": { may: organizationAdmin, send: at(`${OWN_CONTRACTS}/export`) },
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
  "GET /contracts/{id}/usage/export": {
    may: organizationAdmin,
    send: ({ own }) => ({ url: `${OWN_CONTRACTS}/${own.contractId}/usage/export?by=day` }),
    elsewhere: ofForeignContract("/usage/export?by=day"),
  },
};
