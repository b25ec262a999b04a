import type { priceEndpoints } from "../../../domain/api/prices.ts";
import { CONTRACTS } from "../contractRequests.ts";
import { aContract } from "../contractRows.ts";
import { type RouteRow, systemAdmin, UNKNOWN_ID, type WalkWorld } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

export const pricesOf = (contractId: number) => `${CONTRACTS}/${contractId}/prices`;

export const PRICE = {
  from: "2026-01",
  monthly: 30_000,
  perTranscript: 100,
  perMinute: 10,
  overage: null,
  taxRate: 10,
  rounding: "DOWN",
} as const;

const body = { prices: [PRICE], showPrices: true };

/** On a contract of its own, so that walkers do not meet. */
const onNew =
  (sent?: object) =>
  async ({ api }: WalkWorld) => {
    const organizationId = await api.anOrganization();
    const url = pricesOf(await aContract(api.db, { organizationId }));
    return { url, ...(sent ? { body: sent } : {}) };
  };
const unknown = { url: pricesOf(UNKNOWN_ID) };

export const adminRows: Readonly<Record<keyof typeof priceEndpoints, RouteRow>> = {
  "GET /contracts/{id}/prices": {
    may: systemAdmin,
    send: onNew(),
    elsewhere: () => ({ unknown }),
  },
  "PUT /contracts/{id}/prices": {
    may: systemAdmin,
    send: onNew(body),
    elsewhere: () => ({ unknown: { ...unknown, body } }),
  },
};

const at = new Date("2026-01-01T00:00:00Z");
const stored = {
  organization_id: 1,
  contract_id: 11,
  prices: "[]",
  show_prices: false,
  version: 1,
  created_at: at,
  updated_at: at,
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  contract_prices: {
    stored: [stored],
    another: { ...stored, contract_id: 12 },
    constraints: {
      contract_prices_pkey: { refuses: [{ contract_id: 11 }] },
      contract_prices_contract_fkey: { refuses: [{ contract_id: 99 }], cascades: true },
    },
  },
};
