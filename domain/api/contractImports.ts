import { auditedKind } from "../audit/kinds.ts";
import {
  contractImportCheck,
  contractImportCommit,
  contractImportSummary,
  contractImportUpload,
} from "../contractImports/schemas.ts";
import { FILE_LIMITS } from "../files/formats.ts";
import { CONFIRMED_UPLOAD, UNLOGGED_OF_IMPORTS } from "../imports/schemas.ts";
import { pageOf } from "../paging.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery, noFields } from "./parameters.ts";

export const contractImportEndpoints = {
  "GET /contract-imports": {
    area: "admin",
    access: "contract.manage",
    operationId: "listContractImports",
    summary: "Lists the imports of contracts, the latest first",
    query: listQuery({ sorts: ["contractImportId"], filters: {}, direction: "desc" }),
    answers: { 200: pageOf(contractImportSummary) },
  },
  "POST /contract-imports/check": {
    area: "admin",
    access: "contract.manage",
    operationId: "prepareContractImport",
    summary: "Reads a file of contracts and tells what importing it would do",
    description: "Stores nothing; the import takes the file again, with the digest.",
    audit: { none: "Contracts change with the import." },
    body: contractImportUpload,
    upload: { bytes: FILE_LIMITS.bytes },
    heavy: true,
    answers: { 200: contractImportCheck },
    idempotencyKey: false,
    problems: ["FILE_UNREADABLE", "LIMIT_EXCEEDED"],
  },
  "POST /contract-imports": {
    area: "admin",
    access: "contract.manage",
    operationId: "commitContractImport",
    audit: "契約を取り込み",
    summary: "Adds and changes contracts as a file says, all or nothing",
    description: "CONTRACTS_CHANGED if the digest is not that of what the file would do now.",
    body: contractImportCommit,
    upload: CONFIRMED_UPLOAD,
    heavy: true,
    answers: { 201: contractImportSummary },
    problems: [
      "FILE_UNREADABLE",
      "LIMIT_EXCEEDED",
      "CONTRACTS_CHANGED",
      "PERIOD_OVERLAPS",
      "IMPORT_HAS_ERRORS",
    ],
  },
  "GET /contract-imports/{id}": {
    area: "admin",
    access: "contract.manage",
    operationId: "getContractImport",
    summary: "Reads an import of contracts",
    params: idParams,
    answers: { 200: contractImportSummary },
  },
  "POST /contract-imports/{id}/revert": {
    area: "admin",
    access: "contract.manage",
    operationId: "revertContractImport",
    audit: "契約の取り込みを取り消し",
    summary: "Undoes an import of contracts within 7 days, all or nothing",
    description:
      "Contracts that it has added are deleted, the others have their former values. UNDO_REFUSED names up to 100 contracts that were changed or used since.",
    params: idParams,
    body: noFields,
    heavy: true,
    answers: { 200: contractImportSummary },
    problems: ["ALREADY_REVERTED", "TOO_LATE", "UNDO_REFUSED", "PERIOD_OVERLAPS"],
  },
} satisfies Endpoints<"admin">;

/** The parent of the events of the contracts, which have the same request. */
export const contractImportKind = auditedKind({
  name: "contractImport",
  label: "契約の取り込み",
  resource: "contract-imports",
  schema: contractImportSummary,
  fields: { fileName: { label: "ファイル" } },
  unlogged: {
    contractImportId: "is the target",
    ...UNLOGGED_OF_IMPORTS,
  },
});
