import type { ledgerEndpoints } from "../../../domain/api/usageEvents.ts";
import { type RouteRow, systemAdmin } from "../routeRow.ts";
import { ofNoContract, onContract } from "./contracts.ts";

const adjustment = { transcriptCount: 1, seconds: 60, reason: "計上漏れのため" };

export const adminRows: Readonly<Record<keyof typeof ledgerEndpoints, RouteRow>> = {
  "POST /contracts/{id}/adjustments": {
    may: systemAdmin,
    send: onContract("/adjustments", adjustment),
    elsewhere: ofNoContract("/adjustments", adjustment),
  },
  "GET /contracts/{id}/ledger": {
    may: systemAdmin,
    send: onContract("/ledger"),
    elsewhere: ofNoContract("/ledger"),
  },
  "GET /contracts/{id}/ledger/export": {
    may: systemAdmin,
    send: onContract("/ledger/export"),
    elsewhere: ofNoContract("/ledger/export"),
  },
};
