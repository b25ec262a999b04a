import type { auditEndpoints, ownAuditEndpoints } from "../../../domain/api/audit.ts";
import { at, members, organizationAdmin, type RouteRow, systemAdmin } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

const OWN_EVENTS = "/api/v1/audit-events";
const OWN_SEALS = "/api/v1/audit-seals";
const EVENTS = "/admin/api/v1/audit-events";
const SEALS = "/admin/api/v1/audit-seals";

export const adminRows: Readonly<Record<keyof typeof auditEndpoints, RouteRow>> = {
  "GET /audit-events": { may: systemAdmin, send: at(EVENTS) },
  "GET /audit-events/export": { may: systemAdmin, send: at(`${EVENTS}/export`) },
  "GET /audit-seals": { may: systemAdmin, send: at(SEALS) },
};

export const staffRows: Readonly<Record<keyof typeof ownAuditEndpoints, RouteRow>> = {
  "GET /audit-events": { may: members, send: at(OWN_EVENTS) },
  "GET /audit-events/export": { may: members, send: at(`${OWN_EVENTS}/export`) },
  "GET /audit-seals": { may: organizationAdmin, send: at(OWN_SEALS) },
};

const event = {
  organization_id: 1,
  occurred_at: new Date("2026-05-01T00:00:00Z"),
  audit_event_id: 1,
  operation: "updateContract",
  outcome: "DONE",
  actor_kind: "user",
  actor_name: "山田 太郎",
  target_kind: "contract",
  changes: "[]",
  search_key: "",
};

const seal = {
  organization_id: 1,
  day: "2026-05-01",
  version: 1,
  event_count: 1,
  root: new Uint8Array(32),
  sealed_at: new Date("2026-05-01T15:30:00Z"),
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  audit_events: {
    stored: [event],
    another: { ...event, audit_event_id: 2 },
    optional: [
      "act",
      "actor_id",
      "actor_organization_id",
      "address",
      "counts",
      "entry_ids",
      "reason",
      "request_id",
      "salt",
      "sealed_parts",
      "target_id",
      "target_name",
      "user_agent",
    ],
    constraints: {
      audit_events_pkey: { refuses: [{ audit_event_id: 1 }] },
      audit_events_outcome_check: {
        refuses: [{ outcome: "FAILED" }],
        allows: [{ outcome: "REFUSED" }],
      },
      audit_events_actor_kind_check: {
        refuses: [{ actor_kind: "nobody" }],
        allows: ["serviceKey", "system", "operator"].map((actor_kind) => ({ actor_kind })),
      },
    },
  },
  audit_seals: {
    stored: [seal],
    another: { ...seal, day: "2026-05-02" },
    optional: ["previous_root"],
    constraints: { audit_seals_pkey: { refuses: [{ day: "2026-05-01" }] } },
  },
};
