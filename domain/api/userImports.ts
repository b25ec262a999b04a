import { auditedKind } from "../audit/kinds.ts";
import { FILE_LIMITS } from "../files/formats.ts";
import { UNLOGGED_OF_IMPORTS } from "../imports/unlogged.ts";
import { pageOf } from "../paging.ts";
import {
  userImport,
  userImportCommit,
  userImportReverted,
  userImportRow,
  userImportRowFilters,
  userImportSummary,
  userImportUpload,
} from "../userImports/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { csvText, idParams, listQuery, noFields } from "./parameters.ts";

const list = {
  query: listQuery({ sorts: ["userImportId"], filters: {}, direction: "desc" }),
  answers: { 200: pageOf(userImportSummary) },
} as const;

const prepare = {
  description:
    "A dry run, which changes nothing. It takes the place of the caller's last one that was not committed. In the staff area, 20 addresses of other organizations are refused within an hour; further ones read like new ones, and the commit answers EMAIL_EXISTS.",
  body: userImportUpload,
  upload: { bytes: FILE_LIMITS.bytes },
  heavy: true,
  answers: { 201: userImport },
  idempotencyKey: false,
  problems: ["FILE_UNREADABLE", "LIMIT_EXCEEDED", "IMPORT_ROOM_FULL"],
} as const;

const read = { params: idParams, answers: { 200: userImport } } as const;

const cancel = {
  audit: { none: "Nobody has changed." },
  params: idParams,
  answers: { 200: userImportSummary },
  problems: ["ALREADY_COMMITTED"],
} as const;

const rows = {
  description: "There are none once it is committed.",
  params: idParams,
  query: listQuery({ sorts: ["rowNo"], filters: userImportRowFilters }),
  answers: { 200: pageOf(userImportRow) },
} as const;

const errors = {
  description: "It can be imported once it is corrected. There are none after the commit.",
  params: idParams,
  answers: { 200: csvText },
  file: "text/csv",
} as const;

const commit = {
  description:
    "Accounts and invitations follow by jobs. USERS_CHANGED if the digest is not that of the import as it is now.",
  params: idParams,
  body: userImportCommit,
  heavy: true,
  answers: { 200: userImport },
  problems: [
    "ALREADY_COMMITTED",
    "USERS_CHANGED",
    "EMAIL_EXISTS",
    "IMPORT_HAS_ERRORS",
    "LAST_ORGANIZATION_ADMIN",
  ],
} as const;

const revert = {
  description:
    "Whom it has invited is disabled, unless the person has signed in; who was changed since stays so.",
  params: idParams,
  body: noFields,
  heavy: true,
  answers: { 200: userImportReverted },
  problems: ["NOT_COMMITTED", "ALREADY_REVERTED", "TOO_LATE", "LAST_ORGANIZATION_ADMIN"],
} as const;

export const userImportEndpoints = {
  "GET /user-imports": {
    area: "admin",
    access: "user.manage",
    operationId: "listUserImports",
    summary: "Lists the committed imports of users, the latest first",
    ...list,
  },
  "POST /user-imports": {
    area: "admin",
    access: "user.manage",
    operationId: "prepareUserImport",
    audit: "利用者の取り込みの内容を確認",
    summary: "Reads a file of users and tells what importing it would do",
    ...prepare,
  },
  "GET /user-imports/{id}": {
    area: "admin",
    access: "user.manage",
    operationId: "getUserImport",
    summary: "Reads an import of users",
    ...read,
  },
  "DELETE /user-imports/{id}": {
    area: "admin",
    access: "user.manage",
    operationId: "cancelUserImport",
    summary: "Cancels an import of users that is not committed",
    ...cancel,
  },
  "GET /user-imports/{id}/rows": {
    area: "admin",
    access: "user.manage",
    operationId: "listUserImportRows",
    summary: "Lists what an import of users would do, person by person",
    ...rows,
  },
  "GET /user-imports/{id}/errors": {
    area: "admin",
    access: "user.manage",
    operationId: "exportUserImportErrors",
    audit: "利用者の取り込みのエラー行をダウンロード",
    summary: "Downloads the error rows of an import of users as a CSV file",
    ...errors,
  },
  "POST /user-imports/{id}/commit": {
    area: "admin",
    access: "user.manage",
    operationId: "commitUserImport",
    audit: "利用者を取り込み",
    summary: "Adds, changes and disables users as a file says, all or nothing",
    ...commit,
  },
  "POST /user-imports/{id}/revert": {
    area: "admin",
    access: "user.manage",
    operationId: "revertUserImport",
    audit: "利用者の取り込みを取り消し",
    summary: "Undoes an import of users within 7 days",
    ...revert,
  },
} satisfies Endpoints<"admin">;

export const memberImportEndpoints = {
  "GET /user-imports": {
    area: "staff",
    access: "member.manage",
    operationId: "listMemberImports",
    summary: "Lists the committed imports of members, the latest first",
    ...list,
  },
  "POST /user-imports": {
    area: "staff",
    access: "member.manage",
    operationId: "prepareMemberImport",
    audit: "メンバーの取り込みの内容を確認",
    summary: "Reads a file of members and tells what importing it would do",
    ...prepare,
  },
  "GET /user-imports/{id}": {
    area: "staff",
    access: "member.manage",
    operationId: "getMemberImport",
    summary: "Reads an import of members",
    ...read,
  },
  "DELETE /user-imports/{id}": {
    area: "staff",
    access: "member.manage",
    operationId: "cancelMemberImport",
    summary: "Cancels an import of members that is not committed",
    ...cancel,
  },
  "GET /user-imports/{id}/rows": {
    area: "staff",
    access: "member.manage",
    operationId: "listMemberImportRows",
    summary: "Lists what an import of members would do, person by person",
    ...rows,
  },
  "GET /user-imports/{id}/errors": {
    area: "staff",
    access: "member.manage",
    operationId: "exportMemberImportErrors",
    audit: "メンバーの取り込みのエラー行をダウンロード",
    summary: "Downloads the error rows of an import of members as a CSV file",
    ...errors,
  },
  "POST /user-imports/{id}/commit": {
    area: "staff",
    access: "member.manage",
    operationId: "commitMemberImport",
    audit: "メンバーを取り込み",
    summary: "Adds, changes and disables members as a file says, all or nothing",
    ...commit,
  },
  "POST /user-imports/{id}/revert": {
    area: "staff",
    access: "member.manage",
    operationId: "revertMemberImport",
    audit: "メンバーの取り込みを取り消し",
    summary: "Undoes an import of members within 7 days",
    ...revert,
  },
} satisfies Endpoints<"staff">;

/** The parent of the events of the people, which have the same request. */
export const userImportKind = auditedKind({
  name: "userImport",
  label: "利用者の取り込み",
  resource: "user-imports",
  schema: userImportSummary,
  fields: { fileName: { label: "ファイル" } },
  unlogged: {
    userImportId: "is the target",
    ...UNLOGGED_OF_IMPORTS,
  },
});
