import { auditedKind } from "../audit/kinds.ts";
import { pricesFields } from "../prices/labels.ts";
import { contractPrices, contractPricesUpdate } from "../prices/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams } from "./parameters.ts";

export const priceEndpoints = {
  "GET /contracts/{id}/prices": {
    area: "admin",
    access: "contract.manage",
    operationId: "getContractPrices",
    live: true,
    summary: "Reads the prices of a contract",
    description: "Version 0 without any.",
    params: idParams,
    answers: { 200: contractPrices },
    etag: true,
  },
  "PUT /contracts/{id}/prices": {
    area: "admin",
    access: "contract.manage",
    operationId: "setContractPrices",
    audit: "料金を変更",
    summary: "Sets the prices of a contract, all of them",
    description:
      "In whole yen without tax. Months that are closed keep theirs: a closing is charged by the price in force when it was made, until the month is closed again.",
    params: idParams,
    body: contractPricesUpdate,
    bodyLimit: 64 * 1024,
    answers: { 200: contractPrices },
    etag: true,
    ifMatch: true,
  },
} satisfies Endpoints<"admin">;

export const pricesKind = auditedKind({
  name: "contractPrices",
  label: "料金",
  resource: "contracts",
  schema: contractPrices,
  fields: pricesFields,
  unlogged: { contractId: "is the target", version: "counts the writes" },
});
