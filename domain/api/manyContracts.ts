import {
  changedContracts,
  contractChanges,
  renewalCheck,
  renewalCheckResult,
} from "../contracts/bulk.ts";
import type { Endpoints } from "./endpoint.ts";

/** What system admins do with many contracts at once (docs/product/contracts.md#many-at-once). */
export const manyContractEndpoints = {
  "POST /contracts/bulk": {
    area: "admin",
    access: "contract.manage",
    operationId: "changeContracts",
    audit: "契約をまとめて変更",
    summary: "Creates the contracts that follow many contracts, or deletes many unused ones",
    description:
      "At most 100 contracts, in one transaction. `RENEW` creates a contract for each that begins on the day after it ends, has its caps, its admin and as many days or whole months. `DELETE` takes that back. A contract that is missing, has changed or cannot be renewed or deleted refuses all: ROWS_REFUSED has a sentence for each in `errors`, as `contracts.2`.",
    body: contractChanges,
    answers: { 200: changedContracts },
    problems: ["ROWS_REFUSED"],
  },
  "POST /contracts/bulk/check": {
    area: "admin",
    access: "contract.manage",
    operationId: "checkRenewals",
    audit: { none: "It changes nothing." },
    summary: "Tells the period of each contract that RENEW would create, or why it would not",
    body: renewalCheck,
    answers: { 200: renewalCheckResult },
  },
} satisfies Endpoints<"admin">;
