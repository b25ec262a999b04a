import {
  ALERT_SORTS,
  alert,
  alertFilters,
  alertMails,
  alertMailsUpdate,
  alertMarks,
  markedAlerts,
  ownAlertFilters,
} from "../alerts/schemas.ts";
import { pageOf } from "../paging.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery, noFields } from "./parameters.ts";

export const alertEndpoints = {
  "GET /alerts": {
    area: "admin",
    access: "alert.read",
    operationId: "listAlerts",
    live: true,
    summary: "Lists alerts",
    query: listQuery({ sorts: ALERT_SORTS, filters: alertFilters, direction: "desc" }),
    answers: { 200: pageOf(alert) },
    description:
      "Open ones come first. A contract has one open alert per cause: CAP_100 resolves CAP_80, ENDING_30 resolves ENDING_60.",
  },
  "POST /alerts/bulk": {
    area: "admin",
    access: "alert.read",
    operationId: "markAlerts",
    summary: "Marks many alerts as read or unread by the caller",
    description:
      "At most 100. `alertIds` of the answer are those that were not so before. UNREAD takes READ back.",
    audit: { none: "It is a note of the reader's own." },
    body: alertMarks,
    answers: { 200: markedAlerts },
    problems: ["NOT_FOUND"],
  },
  "POST /alerts/{id}/read": {
    area: "admin",
    access: "alert.read",
    operationId: "readAlert",
    audit: { none: "It is a note of the reader's own." },
    summary: "Marks an alert as read by the caller",
    params: idParams,
    body: noFields,
    answers: { 200: alert },
  },
  "GET /alerts/mails": {
    area: "admin",
    access: "alert.read",
    operationId: "getAlertMails",
    summary: "Reads whether the caller gets mails about alerts",
    answers: { 200: alertMails },
  },
  "PUT /alerts/mails": {
    area: "admin",
    access: "alert.read",
    operationId: "chooseAlertMails",
    audit: { none: "It is a preference of the reader's own." },
    summary: "Chooses whether the caller gets mails about alerts",
    body: alertMailsUpdate,
    answers: { 200: alertMails },
  },
} satisfies Endpoints<"admin">;

export const ownAlertEndpoints = {
  "GET /alerts": {
    ...alertEndpoints["GET /alerts"],
    area: "staff",
    access: "ownAlert.read",
    operationId: "listOwnAlerts",
    summary: "Lists alerts of the own organization",
    query: listQuery({ sorts: ALERT_SORTS, filters: ownAlertFilters, direction: "desc" }),
  },
  "POST /alerts/bulk": {
    ...alertEndpoints["POST /alerts/bulk"],
    area: "staff",
    access: "ownAlert.read",
    operationId: "markOwnAlerts",
    summary: "Marks many alerts of the own organization as read or unread by the caller",
  },
  "POST /alerts/{id}/read": {
    ...alertEndpoints["POST /alerts/{id}/read"],
    area: "staff",
    access: "ownAlert.read",
    operationId: "readOwnAlert",
    summary: "Marks an alert of the own organization as read by the caller",
  },
  "GET /alerts/mails": {
    ...alertEndpoints["GET /alerts/mails"],
    area: "staff",
    access: "ownAlert.read",
    operationId: "getOwnAlertMails",
  },
  "PUT /alerts/mails": {
    ...alertEndpoints["PUT /alerts/mails"],
    area: "staff",
    access: "ownAlert.read",
    operationId: "chooseOwnAlertMails",
  },
} satisfies Endpoints<"staff">;
