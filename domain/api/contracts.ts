import { z } from "zod";
import { CONTRACT_SORTS } from "../contractRules.ts";
import {
  contract,
  contractCheck,
  contractCheckResult,
  contractCreate,
  contractFilters,
  contractLimits,
  contractSummary,
  contractTermination,
  contractUpdate,
  limitsQuery,
  ownContract,
  withMonthsInOrder,
} from "../contracts.ts";
import { pageOf } from "../paging.ts";
import { usageQuery, usageSeries } from "../usage.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery, noFields } from "./parameters.ts";

export const contractEndpoints = {
  "GET /contracts": {
    area: "admin",
    access: "contract.manage",
    operationId: "listContracts",
    summary: "Lists contracts",
    query: withMonthsInOrder(listQuery({ sorts: CONTRACT_SORTS, filters: contractFilters })),
    answers: { 200: pageOf(contract) },
  },
  "GET /contracts/summary": {
    area: "admin",
    access: "contract.manage",
    operationId: "summarizeContracts",
    summary: "Counts contracts per status and usage state",
    query: withMonthsInOrder(z.strictObject(contractFilters)),
    answers: { 200: contractSummary },
  },
  "POST /contracts": {
    area: "admin",
    access: "contract.manage",
    operationId: "createContract",
    summary: "Creates a contract",
    description:
      "Without `organizationId` the organization and its invited organization admin are created with it, all or nothing. With one it is a further contract of that organization.",
    body: contractCreate,
    answers: { 201: contract },
    etag: true,
    problems: ["EMAIL_EXISTS", "PERIOD_OVERLAPS"],
  },
  "POST /contracts/check": {
    area: "admin",
    access: "contract.manage",
    operationId: "checkContract",
    summary: "Tells what a contract being typed would collide with",
    body: contractCheck,
    answers: { 200: contractCheckResult },
  },
  "GET /contracts/{id}": {
    area: "admin",
    access: "contract.manage",
    operationId: "getContract",
    summary: "Reads a contract",
    params: idParams,
    answers: { 200: contract },
    etag: true,
  },
  "PATCH /contracts/{id}": {
    area: "admin",
    access: "contract.manage",
    operationId: "updateContract",
    summary: "Edits a contract as far as its status allows",
    params: idParams,
    body: contractUpdate,
    answers: { 200: contract },
    etag: true,
    ifMatch: true,
    problems: ["PERIOD_OVERLAPS", "CONTRACT_NOT_EDITABLE"],
  },
  "DELETE /contracts/{id}": {
    area: "admin",
    access: "contract.manage",
    operationId: "deleteContract",
    summary: "Deletes a contract that nothing was used of",
    params: idParams,
    answers: { 200: contract },
    ifMatch: true,
    problems: ["CONTRACT_HAS_USAGE"],
  },
  "POST /contracts/{id}/terminate": {
    area: "admin",
    access: "contract.manage",
    operationId: "terminateContract",
    summary: "Ends a contract before its end date",
    params: idParams,
    body: contractTermination,
    answers: { 200: contract },
    etag: true,
    ifMatch: true,
    problems: ["CONTRACT_NOT_TERMINABLE"],
  },
  "POST /contracts/{id}/reinstate": {
    area: "admin",
    access: "contract.manage",
    operationId: "reinstateContract",
    summary: "Takes a termination back",
    params: idParams,
    body: noFields,
    answers: { 200: contract },
    etag: true,
    ifMatch: true,
    problems: ["PERIOD_OVERLAPS", "CONTRACT_NOT_TERMINATED"],
  },
  "GET /contracts/{id}/usage": {
    area: "admin",
    access: "contract.manage",
    operationId: "getContractUsage",
    summary: "Tells what a contract used per day or month",
    params: idParams,
    query: usageQuery,
    answers: { 200: usageSeries },
  },
} satisfies Endpoints<"admin">;

const { organizationId: _own, ...ownFilters } = contractFilters;

export const ownContractEndpoints = {
  "GET /contracts/limits": {
    area: "staff",
    access: "limits.read",
    operationId: "getLimits",
    summary: "Tells what is left of the contract that covers today",
    description:
      "Zeros and false without such a contract; an unlimited cap is 0 and true. `contract` is the one that covers today, else the next one, else null; its `endDate` is the last valid day.",
    query: limitsQuery,
    answers: { 200: contractLimits },
  },
  "GET /contracts": {
    area: "staff",
    access: "ownContract.read",
    operationId: "listOwnContracts",
    summary: "Lists the contracts of the own organization",
    query: withMonthsInOrder(listQuery({ sorts: CONTRACT_SORTS, filters: ownFilters })),
    answers: { 200: pageOf(ownContract) },
  },
  "GET /contracts/{id}": {
    area: "staff",
    access: "ownContract.read",
    operationId: "getOwnContract",
    summary: "Reads a contract of the own organization",
    params: idParams,
    answers: { 200: ownContract },
    etag: true,
  },
  "GET /contracts/{id}/usage": {
    area: "staff",
    access: "ownContract.read",
    operationId: "getOwnContractUsage",
    summary: "Tells what a contract of the own organization used per day or month",
    params: idParams,
    query: usageQuery,
    answers: { 200: usageSeries },
  },
} satisfies Endpoints<"staff">;
