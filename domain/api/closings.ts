import { z } from "zod";
import { auditedKind } from "../audit/kinds.ts";
import {
  CLOSING_SORTS,
  closing,
  closingCreate,
  closingResult,
  MONTH_CONTRACT_SORTS,
  monthContract,
  monthContractFilters,
  monthSummary,
  ownClosing,
  statement,
} from "../closings/schemas.ts";
import { month } from "../contracts/schemas.ts";
import type { FieldTable } from "../fields.ts";
import { pageOf } from "../paging.ts";
import type { Endpoints } from "./endpoint.ts";
import { csvText, listQuery, recordId } from "./parameters.ts";

/** What an event of the audit log shows of an act that closes a month. */
const closingFields = {
  month: { label: "対象月" },
} as const satisfies FieldTable;

/** The path of a statement. A text that is no month is an unknown statement (404). */
const statementParams = z.strictObject({ id: recordId, month });
const statementQuery = z.strictObject({ version: recordId.optional() });

const selected = {
  sorts: CLOSING_SORTS,
  filters: {
    month: month.optional(),
    contractId: recordId.optional(),
    organizationId: recordId.optional(),
  },
  direction: "desc",
} as const;

export const closingEndpoints = {
  "GET /closings": {
    area: "admin",
    access: "closing.manage",
    operationId: "listClosings",
    live: true,
    summary: "Lists closed months of contracts, all versions",
    query: listQuery(selected),
    answers: { 200: pageOf(closing) },
  },
  "GET /closings/contracts": {
    area: "admin",
    access: "closing.manage",
    operationId: "listMonthContracts",
    live: true,
    summary: "Lists the contracts of a month with their figures and what is unusual",
    description:
      "Contracts that were in force in the month, and ended ones for which something came late. `closed` selects those that are closed or not, `unusual` those in which anything, or one thing, is unusual.",
    query: listQuery({ sorts: MONTH_CONTRACT_SORTS, filters: monthContractFilters }),
    answers: { 200: pageOf(monthContract) },
    heavy: { withQuery: "unusual" },
  },
  "GET /closings/summary": {
    area: "admin",
    access: "closing.manage",
    operationId: "getMonthSummary",
    live: true,
    summary: "Counts the contracts of a month that are closed, open, and unusual",
    query: z.strictObject({ month }),
    answers: { 200: monthSummary },
    heavy: true,
  },
  "POST /closings": {
    area: "admin",
    access: "closing.manage",
    operationId: "closeMonth",
    audit: "月を締め",
    summary: "Closes a month of contracts, all or named ones, in one act",
    description:
      "Without `contractIds` it closes all that can be closed, and tells how many were closed before or cannot be. A named one that cannot be closed refuses all. With `reason` a closed month gets a further version.",
    body: closingCreate,
    answers: { 200: closingResult },
    heavy: true,
    problems: ["MONTH_NOT_OVER", "MONTH_CLOSED", "LATER_MONTH_CLOSED", "EARLIER_MONTH_OPEN"],
  },
  "GET /contracts/{id}/statements/{month}": {
    area: "admin",
    access: "closing.manage",
    operationId: "getStatement",
    live: true,
    summary: "Reads the statement of a closed month of a contract",
    description: "Of its latest version, or of `version`. 404 while the month is open.",
    params: statementParams,
    query: statementQuery,
    answers: { 200: statement },
  },
  "GET /contracts/{id}/statements/{month}/export": {
    area: "admin",
    access: "closing.manage",
    operationId: "exportStatement",
    audit: "利用明細書をダウンロード",
    summary: "Downloads the days of a statement as a CSV file",
    params: statementParams,
    query: statementQuery,
    answers: { 200: csvText },
    file: "text/csv",
  },
} satisfies Endpoints<"admin">;

export const ownClosingEndpoints = {
  "GET /closings": {
    area: "staff",
    access: "statements.read",
    operationId: "listOwnClosings",
    live: true,
    summary: "Lists closed months of the own organization's contracts, all versions",
    description:
      "A service key has to name the organization; a user, who reads the own ones, must not.",
    query: listQuery(selected),
    answers: { 200: pageOf(ownClosing) },
    problems: ["NOT_FOUND"],
  },
  "GET /contracts/{id}/statements/{month}": {
    ...closingEndpoints["GET /contracts/{id}/statements/{month}"],
    area: "staff",
    access: "statements.read",
    operationId: "getOwnStatement",
    summary: "Reads the statement of a closed month of an own contract",
  },
  "GET /contracts/{id}/statements/{month}/export": {
    ...closingEndpoints["GET /contracts/{id}/statements/{month}/export"],
    area: "staff",
    access: "ownContract.read",
    operationId: "exportOwnStatement",
    summary: "Downloads the days of a statement of an own contract as a CSV file",
  },
} satisfies Endpoints<"staff">;

/** An act that closes a month; its target is the month. */
export const closingKind = auditedKind({
  name: "closing",
  label: "月次の締め",
  resource: "closings",
  schema: z.object({ month: closing.shape.month }),
  fields: closingFields,
  unlogged: {},
});
