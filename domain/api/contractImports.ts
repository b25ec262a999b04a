import { auditedKind } from "../audit/kinds.ts";
import {
  contractImport,
  contractImportCommit,
  contractImportRow,
  contractImportRowFilters,
  contractImportSummary,
  contractImportUpload,
} from "../contractImports/schemas.ts";
import { FILE_LIMITS } from "../files/formats.ts";
import { UNLOGGED_OF_IMPORTS } from "../imports/unlogged.ts";
import { pageOf } from "../paging.ts";
import type { Endpoints } from "./endpoint.ts";
import { csvText, idParams, listQuery, noFields } from "./parameters.ts";

export const contractImportEndpoints = {
  "GET /contract-imports": {
    area: "admin",
    access: "contract.manage",
    operationId: "listContractImports",
    summary: "Lists the committed imports of contracts, the latest first",
    query: listQuery({ sorts: ["contractImportId"], filters: {}, direction: "desc" }),
    answers: { 200: pageOf(contractImportSummary) },
  },
  "POST /contract-imports": {
    area: "admin",
    access: "contract.manage",
    operationId: "prepareContractImport",
    summary: "Reads a file of contracts and tells what importing it would do",
    description:
      "A dry run, which changes nothing. It takes the place of the caller's last one that was not committed.",
    audit: { none: "Contracts change with the commit." },
    body: contractImportUpload,
    upload: { bytes: FILE_LIMITS.bytes },
    heavy: true,
    answers: { 201: contractImport },
    idempotencyKey: false,
    problems: ["FILE_UNREADABLE", "LIMIT_EXCEEDED", "IMPORT_ROOM_FULL"],
  },
  "GET /contract-imports/{id}": {
    area: "admin",
    access: "contract.manage",
    operationId: "getContractImport",
    summary: "Reads an import of contracts",
    params: idParams,
    answers: { 200: contractImport },
  },
  "DELETE /contract-imports/{id}": {
    area: "admin",
    access: "contract.manage",
    operationId: "cancelContractImport",
    summary: "Cancels an import of contracts that is not committed",
    audit: { none: "No contract has changed." },
    params: idParams,
    answers: { 200: contractImportSummary },
    problems: ["ALREADY_COMMITTED"],
  },
  "GET /contract-imports/{id}/rows": {
    area: "admin",
    access: "contract.manage",
    operationId: "listContractImportRows",
    summary: "Lists what an import of contracts would do, row by row",
    description: "There are none once it is committed.",
    params: idParams,
    query: listQuery({ sorts: ["rowNo"], filters: contractImportRowFilters }),
    answers: { 200: pageOf(contractImportRow) },
  },
  "GET /contract-imports/{id}/errors": {
    area: "admin",
    access: "contract.manage",
    operationId: "exportContractImportErrors",
    audit: "契約の取り込みのエラー行をダウンロード",
    summary: "Downloads the error rows of an import of contracts as a CSV file",
    description: "It can be imported once it is corrected. There are none after the commit.",
    params: idParams,
    answers: { 200: csvText },
    file: "text/csv",
  },
  "POST /contract-imports/{id}/commit": {
    area: "admin",
    access: "contract.manage",
    operationId: "commitContractImport",
    audit: "契約を取り込み",
    summary: "Adds and changes contracts as a file says, all or nothing",
    description: "CONTRACTS_CHANGED if the digest is not that of the import as it is now.",
    params: idParams,
    body: contractImportCommit,
    heavy: true,
    answers: { 200: contractImport },
    problems: ["ALREADY_COMMITTED", "CONTRACTS_CHANGED", "PERIOD_OVERLAPS", "IMPORT_HAS_ERRORS"],
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
    problems: ["NOT_COMMITTED", "ALREADY_REVERTED", "TOO_LATE", "UNDO_REFUSED", "PERIOD_OVERLAPS"],
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
