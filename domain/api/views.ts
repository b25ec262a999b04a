import { z } from "zod";
import type { Access } from "../access.ts";
import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import type { ViewedList } from "../views/rules.ts";
import {
  defaultView,
  listColumns,
  listSettings,
  listSize,
  view,
  viewCreate,
  views,
  viewsQuery,
  viewUpdate,
} from "../views/schemas.ts";
import { alertEndpoints, ownAlertEndpoints } from "./alerts.ts";
import { auditConditions, auditEndpoints, ownAuditConditions, ownAuditEndpoints } from "./audit.ts";
import { contractEndpoints } from "./contracts.ts";
import { dictionaryEndpoints } from "./dictionaries.ts";
import type { Area, Endpoints } from "./endpoint.ts";
import { organizationEndpoints } from "./organizations.ts";
import { idParams } from "./parameters.ts";
import { serviceKeyEndpoints } from "./serviceKeys.ts";
import { memberEndpoints, userEndpoints } from "./users.ts";
import { webhookEndpoints } from "./webhooks.ts";
import { workspaceEndpoints } from "./workspaces.ts";

export interface Viewed {
  access: Access;
  query: z.ZodType;
}

/** The lists of an area that have views: who may open each, and the conditions that it knows. */
export const viewedLists: Readonly<Record<Area, Partial<Record<ViewedList, Viewed>>>> = {
  admin: {
    alerts: alertEndpoints["GET /alerts"],
    "audit-events": { access: auditEndpoints["GET /audit-events"].access, query: auditConditions },
    contracts: contractEndpoints["GET /contracts"],
    organizations: organizationEndpoints["GET /organizations"],
    "service-keys": serviceKeyEndpoints["GET /service-keys"],
    users: userEndpoints["GET /users"],
    webhooks: webhookEndpoints["GET /webhooks"],
  },
  staff: {
    alerts: ownAlertEndpoints["GET /alerts"],
    "audit-events": {
      access: ownAuditEndpoints["GET /audit-events"].access,
      query: ownAuditConditions,
    },
    dictionaries: dictionaryEndpoints["GET /dictionaries"],
    users: memberEndpoints["GET /users"],
    workspaces: workspaceEndpoints["GET /workspaces"],
  },
};

const ofTheScreen = { none: "It is a preference of the own screen." };

export const viewEndpoints = {
  "GET /views": {
    area: "staff",
    access: "view.own",
    operationId: "listViews",
    summary: "Lists the own and the shared views of a list",
    query: viewsQuery,
    answers: { 200: views },
  },
  "POST /views": {
    area: "staff",
    access: "view.own",
    operationId: "createView",
    summary: "Keeps conditions of a list under a name",
    audit: "共有ビューを作成",
    description:
      "Only admins may share one: with all system admins, or with their organization. Own ones leave no event.",
    body: viewCreate,
    answers: { 201: view },
    etag: true,
    problems: ["NAME_EXISTS", "TOO_MANY_VIEWS"],
  },
  "PATCH /views/{id}": {
    area: "staff",
    access: "view.own",
    operationId: "updateView",
    summary: "Changes a view",
    audit: "共有ビューを変更",
    description: "A shared one by admins only. `isShared` shares an own one, or takes it back.",
    params: idParams,
    body: viewUpdate,
    answers: { 200: view },
    etag: true,
    ifMatch: true,
    problems: ["NAME_EXISTS", "TOO_MANY_VIEWS"],
  },
  "DELETE /views/{id}": {
    area: "staff",
    access: "view.own",
    operationId: "deleteView",
    summary: "Deletes a view",
    audit: "共有ビューを削除",
    params: idParams,
    answers: { 200: view },
    ifMatch: true,
  },
  "PUT /views/default": {
    area: "staff",
    access: "view.own",
    operationId: "setDefaultView",
    summary: "Says with which view a list opens for the caller",
    audit: ofTheScreen,
    body: defaultView,
    answers: { 200: listSettings },
  },
  "PUT /views/size": {
    area: "staff",
    access: "view.own",
    operationId: "setListSize",
    summary: "Says how many rows a page of a list has for the caller",
    audit: ofTheScreen,
    body: listSize,
    answers: { 200: listSettings },
  },
  "PUT /views/columns": {
    area: "staff",
    access: "view.own",
    operationId: "setListColumns",
    summary: "Says which columns a list shows for the caller",
    audit: ofTheScreen,
    body: listColumns,
    answers: { 200: listSettings },
  },
} satisfies Endpoints<"staff">;

export const adminViewEndpoints = {
  "GET /views": {
    ...viewEndpoints["GET /views"],
    area: "admin",
    access: "admin.me",
    operationId: "listAdminViews",
    summary: "Lists the own and the shared views of a list of the admin area",
  },
  "POST /views": {
    ...viewEndpoints["POST /views"],
    area: "admin",
    access: "admin.me",
    operationId: "createAdminView",
    summary: "Keeps conditions of a list of the admin area under a name",
  },
  "PATCH /views/{id}": {
    ...viewEndpoints["PATCH /views/{id}"],
    area: "admin",
    access: "admin.me",
    operationId: "updateAdminView",
    summary: "Changes a view of the admin area",
  },
  "DELETE /views/{id}": {
    ...viewEndpoints["DELETE /views/{id}"],
    area: "admin",
    access: "admin.me",
    operationId: "deleteAdminView",
    summary: "Deletes a view of the admin area",
  },
  "PUT /views/default": {
    ...viewEndpoints["PUT /views/default"],
    area: "admin",
    access: "admin.me",
    operationId: "setAdminDefaultView",
    summary: "Says with which view a list of the admin area opens for the caller",
  },
  "PUT /views/size": {
    ...viewEndpoints["PUT /views/size"],
    area: "admin",
    access: "admin.me",
    operationId: "setAdminListSize",
    summary: "Says how many rows a page of a list of the admin area has for the caller",
  },
  "PUT /views/columns": {
    ...viewEndpoints["PUT /views/columns"],
    area: "admin",
    access: "admin.me",
    operationId: "setAdminListColumns",
    summary: "Says which columns a list of the admin area shows for the caller",
  },
} satisfies Endpoints<"admin">;

/** With the conditions in one line, as an event shows them. */
const loggedView = z.object({
  list: z.string(),
  ...view.omit({ list: true, conditions: true, dropped: true }).shape,
  conditions: z.string(),
});

export const viewKind = auditedKind({
  name: "view",
  label: "共有ビュー",
  resource: "views",
  schema: loggedView,
  fields: {
    list: { label: "一覧" },
    viewName: { label: "ビュー名" },
    isShared: { label: "共有" },
    conditions: { label: "条件" },
  },
  unlogged: { ...OF_EVERY_RECORD, viewId: "is the target" },
});
