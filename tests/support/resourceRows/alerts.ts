import { ALERT_FAMILIES, ALERT_KINDS, type AlertKind } from "../../../domain/alerts/rules.ts";
import type { alertEndpoints, ownAlertEndpoints } from "../../../domain/api/alerts.ts";
import { ALERTS, anAlert, OWN_ALERTS } from "../alertRequests.ts";
import {
  at,
  organizationAdmin,
  type RouteRow,
  systemAdmin,
  UNKNOWN_ID,
  type WalkWorld,
} from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

const readOne =
  (base: string) =>
  async ({ api, own }: WalkWorld) => ({ url: `${base}/${await anAlert(api, own)}/read`, body: {} });

const unknown = (base: string) => ({ url: `${base}/${UNKNOWN_ID}/read`, body: {} });

const marking = (base: string, alertId: number) => ({
  url: `${base}/bulk`,
  body: { action: "READ", alertIds: [alertId] },
});

/** Of another kind than that of readOne, as both may be made at the same moment. */
const mark =
  (base: string) =>
  async ({ api, own }: WalkWorld) =>
    marking(base, await anAlert(api, { ...own, kind: "ENDED" }));

const mails = (base: string) => ({
  read: at(`${base}/mails`),
  choose: () => ({ url: `${base}/mails`, body: { enabled: false } }),
});

export const adminRows: Readonly<Record<keyof typeof alertEndpoints, RouteRow>> = {
  "GET /alerts": { may: systemAdmin, send: at(ALERTS) },
  "POST /alerts/bulk": {
    may: systemAdmin,
    send: mark(ALERTS),
    elsewhere: () => ({ unknown: marking(ALERTS, UNKNOWN_ID) }),
  },
  "POST /alerts/{id}/read": {
    may: systemAdmin,
    send: readOne(ALERTS),
    elsewhere: () => ({ unknown: unknown(ALERTS) }),
  },
  "GET /alerts/mails": { may: systemAdmin, send: mails(ALERTS).read },
  "PUT /alerts/mails": { may: systemAdmin, send: mails(ALERTS).choose },
};

export const staffRows: Readonly<Record<keyof typeof ownAlertEndpoints, RouteRow>> = {
  "GET /alerts": { may: organizationAdmin, send: at(OWN_ALERTS) },
  "POST /alerts/bulk": {
    may: organizationAdmin,
    send: mark(OWN_ALERTS),
    elsewhere: async ({ api, foreign }) => ({
      foreign: marking(OWN_ALERTS, await anAlert(api, foreign)),
      unknown: marking(OWN_ALERTS, UNKNOWN_ID),
    }),
  },
  "POST /alerts/{id}/read": {
    may: organizationAdmin,
    send: readOne(OWN_ALERTS),
    elsewhere: async ({ api, foreign }) => ({
      foreign: { url: `${OWN_ALERTS}/${await anAlert(api, foreign)}/read`, body: {} },
      unknown: unknown(OWN_ALERTS),
    }),
  },
  "GET /alerts/mails": { may: organizationAdmin, send: mails(OWN_ALERTS).read },
  "PUT /alerts/mails": { may: organizationAdmin, send: mails(OWN_ALERTS).choose },
};

const isAboutContract = (kind: AlertKind) =>
  ![...ALERT_FAMILIES.webhook, ...ALERT_FAMILIES.key].some((other) => other === kind);

const isAboutWhole = (kind: AlertKind) =>
  [...ALERT_FAMILIES.sso, ...ALERT_FAMILIES.admins].some((ofWhole) => ofWhole === kind);

const raised_at = new Date("2026-05-01T00:00:00Z");
const alert = { organization_id: 1, contract_id: 11, kind: "GAP", message: "空白", raised_at };
const aboutWebhook = {
  ...alert,
  organization_id: null,
  contract_id: null,
  webhook_id: 1,
  kind: "WEBHOOK_PAUSED",
};
const aboutWhole = { ...alert, contract_id: null, kind: "SSO_REFUSED" };

const aboutKey = { ...aboutWebhook, webhook_id: null, service_key_id: 1, kind: "KEY_ENDING" };

export const tableRows: Readonly<Record<string, TableRow>> = {
  alerts: {
    // The first one's id is 1.
    stored: [alert, aboutWebhook, aboutWhole, aboutKey],
    another: { ...alert, kind: "ENDED" },
    optional: ["contract_id", "organization_id", "resolved_at", "service_key_id", "webhook_id"],
    constraints: {
      alerts_subject_check: {
        refuses: [
          { webhook_id: 1 },
          { organization_id: null },
          { contract_id: null },
          { kind: "WEBHOOK_PAUSED" },
          { ...aboutWebhook, organization_id: 1 },
          { ...aboutWebhook, contract_id: 11 },
          { ...aboutWebhook, webhook_id: null },
          { ...aboutWebhook, webhook_id: 2, kind: "GAP" },
          { service_key_id: 1 },
          { kind: "KEY_ENDING" },
          { ...aboutKey, service_key_id: null },
          { ...aboutKey, service_key_id: 2, webhook_id: 2 },
          { ...aboutKey, service_key_id: 2, organization_id: 1 },
          { ...aboutKey, service_key_id: 2, kind: "WEBHOOK_PAUSED" },
          { kind: "SSO_REFUSED" },
          { ...aboutWhole, organization_id: null },
        ],
        allows: [
          ...ALERT_FAMILIES.webhook.map((kind) => ({ ...aboutWebhook, webhook_id: 2, kind })),
          { ...aboutKey, service_key_id: 2 },
          { ...aboutWhole, organization_id: 2 },
          { ...aboutWhole, kind: "LAST_ADMIN_DISABLED" },
        ],
      },
      alerts_open_of_key: {
        refuses: [aboutKey],
        allows: [{ ...aboutKey, resolved_at: raised_at }],
      },
      alerts_open_once_of_whole: {
        refuses: [aboutWhole],
        allows: [{ ...aboutWhole, resolved_at: raised_at }],
      },
      alerts_open_once_of_webhook: {
        refuses: [aboutWebhook],
        allows: [{ ...aboutWebhook, resolved_at: raised_at }],
      },
      alerts_organization_id_fkey: { refuses: [{ organization_id: 99 }] },
      alerts_kind_check: {
        refuses: [{ kind: "CAP_90" }, { kind: "" }],
        allows: ALERT_KINDS.filter(
          (kind) => kind !== "GAP" && !isAboutWhole(kind) && isAboutContract(kind),
        ).map((kind) => ({ kind })),
      },
      alerts_open_once: {
        refuses: [{ kind: "GAP" }],
        allows: [
          { kind: "GAP", resolved_at: raised_at },
          { kind: "GAP", contract_id: 12 },
          { kind: "GAP", organization_id: 2 },
        ],
      },
    },
  },
  alert_reads: {
    stored: [{ alert_id: 1, user_id: "member", read_at: raised_at }],
    another: { alert_id: 1, user_id: "second", read_at: raised_at },
    optional: ["organization_id"],
    constraints: {
      alert_reads_pkey: { refuses: [{ user_id: "member" }] },
      alert_reads_alert_id_fkey: { refuses: [{ alert_id: 99 }], cascades: true },
      alert_reads_user_id_fkey: { refuses: [{ user_id: "nobody" }] },
    },
  },
  alert_requests: {
    stored: [{ organization_id: 1 }],
    another: { organization_id: 2 },
    constraints: {
      alert_requests_pkey: { refuses: [{ organization_id: 1 }] },
      alert_requests_organization_id_fkey: { refuses: [{ organization_id: 99 }] },
    },
  },
};
