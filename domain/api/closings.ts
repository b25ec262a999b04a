import { z } from "zod";
import { auditedKind } from "../audit/kinds.ts";
import { closingFields } from "../closings/fields.ts";
import {
  CLOSING_SORTS,
  closing,
  closingCreate,
  closingFilters,
  closingResult,
  MONTH_CONTRACT_SORTS,
  monthContract,
  monthContractFilters,
} from "../closings/schemas.ts";
import { pageOf } from "../paging.ts";
import type { Endpoints } from "./endpoint.ts";
import { listQuery, recordId } from "./parameters.ts";

export const closingEndpoints = {
  "GET /closings": {
    area: "admin",
    access: "closing.manage",
    operationId: "listClosings",
    live: true,
    summary: "Lists closed months of contracts, all versions",
    query: listQuery({
      sorts: CLOSING_SORTS,
      filters: { ...closingFilters, organizationId: recordId.optional() },
      direction: "desc",
    }),
    answers: { 200: pageOf(closing) },
  },
  "GET /closings/contracts": {
    area: "admin",
    access: "closing.manage",
    operationId: "listMonthContracts",
    live: true,
    summary: "Lists the contracts of a month with their figures and what is unusual",
    description:
      "Contracts that were in force in the month, and ended ones for which something came late. `closed` selects those that are closed or not.",
    query: listQuery({ sorts: MONTH_CONTRACT_SORTS, filters: monthContractFilters }),
    answers: { 200: pageOf(monthContract) },
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
} satisfies Endpoints<"admin">;

/** An act that closes a month; its target is the month. */
export const closingKind = auditedKind({
  name: "closing",
  label: "月次の締め",
  resource: "closings",
  schema: z.object({ month: closing.shape.month }),
  fields: closingFields,
  unlogged: {},
});
