import { auditedKind } from "../audit/kinds.ts";
import { FILE_LIMITS } from "../files/formats.ts";
import { CONFIRMED_UPLOAD, UNLOGGED_OF_IMPORTS } from "../imports/schemas.ts";
import { pageOf } from "../paging.ts";
import {
  userImport,
  userImportCheck,
  userImportCommit,
  userImportReverted,
  userImportSummary,
  userImportUpload,
} from "../userImports/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery, noFields } from "./parameters.ts";

export const userImportEndpoints = {
  "GET /user-imports": {
    area: "admin",
    access: "user.manage",
    operationId: "listUserImports",
    summary: "Lists the imports of users, the latest first",
    query: listQuery({ sorts: ["userImportId"], filters: {}, direction: "desc" }),
    answers: { 200: pageOf(userImportSummary) },
  },
  "POST /user-imports/check": {
    area: "admin",
    access: "user.manage",
    operationId: "prepareUserImport",
    audit: "利用者の取り込みの内容を確認",
    summary: "Reads a file of users and tells what importing it would do",
    description:
      "Changes nothing and stores nothing of the file; the import takes the file again, with the digest. In the staff area, 20 addresses of other organizations are refused within an hour; further ones read like new ones, and the import answers EMAIL_EXISTS.",
    body: userImportUpload,
    upload: { bytes: FILE_LIMITS.bytes },
    heavy: true,
    answers: { 200: userImportCheck },
    idempotencyKey: false,
    problems: ["FILE_UNREADABLE", "LIMIT_EXCEEDED"],
  },
  "POST /user-imports": {
    area: "admin",
    access: "user.manage",
    operationId: "commitUserImport",
    audit: "利用者を取り込み",
    summary: "Adds, changes and disables users as a file says, all or nothing",
    description:
      "Accounts and invitations follow by jobs. USERS_CHANGED if the digest is not that of what the file would do now.",
    body: userImportCommit,
    upload: CONFIRMED_UPLOAD,
    heavy: true,
    answers: { 201: userImport },
    problems: [
      "FILE_UNREADABLE",
      "LIMIT_EXCEEDED",
      "USERS_CHANGED",
      "EMAIL_EXISTS",
      "IMPORT_HAS_ERRORS",
      "LAST_ORGANIZATION_ADMIN",
      "MANAGED_BY_DIRECTORY",
    ],
  },
  "GET /user-imports/{id}": {
    area: "admin",
    access: "user.manage",
    operationId: "getUserImport",
    summary: "Reads an import of users",
    params: idParams,
    answers: { 200: userImport },
  },
  "POST /user-imports/{id}/revert": {
    area: "admin",
    access: "user.manage",
    operationId: "revertUserImport",
    audit: "利用者の取り込みを取り消し",
    summary: "Undoes an import of users within 7 days",
    description:
      "Whom it has invited is disabled, unless the person has signed in; who was changed since stays so.",
    params: idParams,
    body: noFields,
    heavy: true,
    answers: { 200: userImportReverted },
    problems: ["ALREADY_REVERTED", "TOO_LATE", "LAST_ORGANIZATION_ADMIN", "MANAGED_BY_DIRECTORY"],
  },
} satisfies Endpoints<"admin">;

const byMembers = { area: "staff", access: "member.manage" } as const;

export const memberImportEndpoints = {
  "GET /user-imports": {
    ...userImportEndpoints["GET /user-imports"],
    ...byMembers,
    operationId: "listMemberImports",
    summary: "Lists the imports of members, the latest first",
  },
  "POST /user-imports/check": {
    ...userImportEndpoints["POST /user-imports/check"],
    ...byMembers,
    operationId: "prepareMemberImport",
    audit: "メンバーの取り込みの内容を確認",
    summary: "Reads a file of members and tells what importing it would do",
  },
  "POST /user-imports": {
    ...userImportEndpoints["POST /user-imports"],
    ...byMembers,
    operationId: "commitMemberImport",
    audit: "メンバーを取り込み",
    summary: "Adds, changes and disables members as a file says, all or nothing",
  },
  "GET /user-imports/{id}": {
    ...userImportEndpoints["GET /user-imports/{id}"],
    ...byMembers,
    operationId: "getMemberImport",
    summary: "Reads an import of members",
  },
  "POST /user-imports/{id}/revert": {
    ...userImportEndpoints["POST /user-imports/{id}/revert"],
    ...byMembers,
    operationId: "revertMemberImport",
    audit: "メンバーの取り込みを取り消し",
    summary: "Undoes an import of members within 7 days",
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
