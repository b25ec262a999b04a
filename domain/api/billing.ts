import { z } from "zod";
import { auditedKind } from "../audit/kinds.ts";
import { billingFields } from "../billing/fields.ts";
import {
  billingFileQuery,
  billingPartner,
  billingPartnerUpdate,
  billingPreview,
  billingPreviewFilters,
  billingSettings,
  billingSettingsUpdate,
  writtenFile,
} from "../billing/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { fileText, idParams, pageIndex } from "./parameters.ts";

export const billingEndpoints = {
  "GET /billing-files": {
    area: "admin",
    access: "closing.manage",
    operationId: "exportBillingFile",
    audit: "会計ソフト用ファイルを出力",
    summary: "Downloads the statements of a month as a file for an accounting program",
    description:
      "The statements that were not written in this format before, or all with `again=true`. Those that cannot be written are left out, and the preview names them. What went into the file is kept. X-Total-Count counts statements.",
    query: billingFileQuery,
    answers: { 200: fileText },
    file: "text/plain",
    problems: ["FILE_WRITTEN", "NOTHING_TO_WRITE", "LIMIT_EXCEEDED"],
  },
  "GET /billing-files/preview": {
    area: "admin",
    access: "closing.manage",
    operationId: "previewBillingFile",
    live: true,
    summary: "Tells what a file for an accounting program would hold, and what cannot be written",
    query: z.strictObject({ ...billingPreviewFilters, page: pageIndex }),
    answers: { 200: billingPreview },
    heavy: true,
    problems: ["LIMIT_EXCEEDED"],
  },
  "GET /billing-settings": {
    area: "admin",
    access: "closing.manage",
    operationId: "getBillingSettings",
    live: true,
    summary: "Reads how what is charged is called in the books",
    description: "Version 0 where nothing was set.",
    answers: { 200: billingSettings },
    etag: true,
  },
  "PUT /billing-settings": {
    area: "admin",
    access: "closing.manage",
    operationId: "setBillingSettings",
    audit: "会計ソフト用ファイルの設定を変更",
    summary: "Sets how what is charged is called in the books",
    body: billingSettingsUpdate,
    answers: { 200: billingSettings },
    etag: true,
    ifMatch: true,
  },
  "GET /billing-partners/{id}": {
    area: "admin",
    access: "closing.manage",
    operationId: "getBillingPartner",
    live: true,
    summary: "Reads what an organization is called in the books",
    params: idParams,
    answers: { 200: billingPartner },
    etag: true,
  },
  "PUT /billing-partners/{id}": {
    area: "admin",
    access: "closing.manage",
    operationId: "setBillingPartner",
    audit: "取引先の設定を変更",
    summary: "Sets what an organization is called in the books",
    params: idParams,
    body: billingPartnerUpdate,
    answers: { 200: billingPartner },
    etag: true,
    ifMatch: true,
  },
} satisfies Endpoints<"admin">;

export const billingSettingsKind = auditedKind({
  name: "billingSettings",
  label: "会計ソフト用ファイルの設定",
  resource: "billing-settings",
  schema: billingSettings,
  fields: billingFields,
  unlogged: { version: "counts the writes" },
});

export const billingPartnerKind = auditedKind({
  name: "billingPartner",
  label: "取引先",
  resource: "billing-partners",
  schema: billingPartner,
  fields: billingFields,
  unlogged: {
    organizationId: "is the target",
    organizationName: "belongs to the organization",
    version: "counts the writes",
  },
});

/** A file that was downloaded, with the statements in it. */
export const billingFileKind = auditedKind({
  name: "billingFile",
  label: "会計ソフト用ファイル",
  resource: "billing-files",
  schema: writtenFile,
  fields: billingFields,
  unlogged: {},
});
