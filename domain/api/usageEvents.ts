import { z } from "zod";
import { pageOf } from "../paging.ts";
import { usageReport, usageResults } from "../usage/events.ts";
import { adjustment, ledgerEntry, ledgerFilters, withDatesInOrder } from "../usage/ledger.ts";
import { LEDGER_SORTS } from "../usage/ledgerRules.ts";
import { MAX_USAGE_EVENTS } from "../usage/rules.ts";
import { usageTrend } from "../usage/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { csvText, exportQuery, idParams, listQuery, wholeNumber } from "./parameters.ts";

export const usageEventEndpoints = {
  "POST /usage-events": {
    area: "staff",
    access: "usage.report",
    operationId: "reportUsage",
    audit: { none: "The ledger keeps every event." },
    summary: "Reports finished transcripts",
    description:
      "Up to 500 events; one result each, in the same order. An event counts once for ever, for the contract that covers its date in Tokyo, and never beyond a cap. `duplicate`: it was recorded before. `conflict`: its id was recorded with other content. An id belongs to its organization: the same id in another organization is another event. `rejected`: longer than 24 hours (`SECONDS`), more than 5 minutes ahead (`FUTURE`), more than 90 days ago and not recorded (`PAST`), an unknown workspace or one of another organization (`WORKSPACE`), or a `vocabularyRevision` that the organization never had (`VOCABULARY`). Without an answer, and after any result but `recorded`, the same event may be sent again.",
    body: usageReport,
    bodyLimit: 1024 * 1024,
    mostItems: { events: MAX_USAGE_EVENTS },
    answers: { 200: usageResults },
    // Each event has an id of its own, and what was refused may be sent again.
    idempotencyKey: false,
    problems: ["EVENT_ROOM_FULL", "NOT_FOUND"],
  },
} satisfies Endpoints<"staff">;

const MAX_DAYS = 92;
const DEFAULT_DAYS = 56;

const usageTrendQuery = z.strictObject({
  days: wholeNumber
    .pipe(z.int().min(1).max(MAX_DAYS))
    .prefault(String(DEFAULT_DAYS))
    .meta({
      description: "How many days, today included.",
      sentAs: { type: "integer", minimum: 1, maximum: MAX_DAYS, default: DEFAULT_DAYS },
    }),
});

export const usageTrendEndpoints = {
  "GET /usage": {
    area: "admin",
    access: "contract.manage",
    operationId: "getUsageTrend",
    live: true,
    summary: "Tells what all contracts together used on each of the last days",
    description:
      "Every day in Tokyo up to and including today, with zeros where nothing was used. Minutes are rounded up in each day; adjustments can make a figure negative.",
    query: usageTrendQuery,
    answers: { 200: usageTrend },
  },
} satisfies Endpoints<"admin">;

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
