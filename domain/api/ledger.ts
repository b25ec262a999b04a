import { pageOf } from "../paging.ts";
import { adjustment, ledgerEntry, ledgerFilters, withDatesInOrder } from "../usage/ledger.ts";
import { LEDGER_SORTS } from "../usage/ledgerRules.ts";
import type { Endpoints } from "./endpoint.ts";
import { csvText, exportQuery, idParams, listQuery } from "./parameters.ts";

const selected = { sorts: LEDGER_SORTS, filters: ledgerFilters };

export const ledgerEndpoints = {
  "POST /contracts/{id}/adjustments": {
    area: "admin",
    access: "contract.manage",
    operationId: "adjustUsage",
    audit: "利用実績を調整",
    summary: "Corrects what a contract has used",
    description:
      "Signed whole numbers. May go beyond a cap and concern an ended contract, but not below zero. It counts for today in Tokyo, or for the nearer end of the contract's period.",
    params: idParams,
    body: adjustment,
    answers: { 201: ledgerEntry },
  },
  "GET /contracts/{id}/ledger": {
    area: "admin",
    access: "contract.manage",
    operationId: "listLedger",
    live: true,
    summary: "Lists the reported transcripts and the adjustments of a contract",
    description: "`startDate` and `endDate` are days in Tokyo, both inclusive.",
    params: idParams,
    query: withDatesInOrder(listQuery(selected)),
    answers: { 200: pageOf(ledgerEntry) },
  },
  "GET /contracts/{id}/ledger/export": {
    area: "admin",
    access: "contract.manage",
    operationId: "exportLedger",
    audit: "利用明細をダウンロード",
    summary: "Downloads the ledger rows that the filters select as a CSV file",
    description: "All rows are from one instant.",
    params: idParams,
    query: withDatesInOrder(exportQuery(selected)),
    answers: { 200: csvText },
    file: "text/csv",
  },
} satisfies Endpoints<"admin">;
