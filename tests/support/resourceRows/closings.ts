import type { closingEndpoints } from "../../../domain/api/closings.ts";
import { aContract } from "../contractRows.ts";
import { type RouteRow, systemAdmin, at as url, type WalkWorld } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

export const CLOSINGS = "/admin/api/v1/closings";

/** A contract of January 2026, which is over whatever the clock of a test says. */
const closing = async ({ api }: WalkWorld) => {
  const organizationId = await api.anOrganization();
  const period = { startDate: "2026-01-01", endDate: "2026-01-31" };
  const contractId = await aContract(api.db, { organizationId, ...period });
  return { url: CLOSINGS, body: { month: "2026-01", contractIds: [contractId] } };
};

export const adminRows: Readonly<Record<keyof typeof closingEndpoints, RouteRow>> = {
  "GET /closings": { may: systemAdmin, send: url(CLOSINGS) },
  "GET /closings/contracts": {
    may: systemAdmin,
    send: url(`${CLOSINGS}/contracts?month=2026-01`),
  },
  "POST /closings": { may: systemAdmin, send: closing },
};

const at = new Date("2026-06-01T00:00:00Z");
const none = {
  transcripts: 0,
  seconds: 0,
  events: 0,
  adjusted_transcripts: 0,
  adjusted_seconds: 0,
  late_transcripts: 0,
  late_seconds: 0,
  late_events: 0,
  total_transcripts: 0,
  total_seconds: 0,
};
const stored = {
  organization_id: 1,
  contract_id: 11,
  month: "2026-04-01",
  version: 1,
  closing_id: 1_001,
  form: 1,
  boundary: 5,
  root: Buffer.from("root"),
  ...none,
  days: "[]",
  closed_at: at,
  closed_by: "member",
};
const before = {
  previous_month: "2026-03-01",
  previous_boundary: 4,
  previous_root: Buffer.from("before"),
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  closings: {
    stored: [stored],
    another: { ...stored, month: "2026-05-01", closing_id: 1_002 },
    optional: ["previous_boundary", "previous_month", "previous_root", "reason"],
    constraints: {
      closings_pkey: {
        refuses: [{ month: "2026-04-01" }],
        allows: [{ month: "2026-04-01", version: 2, reason: "計上漏れのため" }],
      },
      closings_id: { refuses: [{ closing_id: 1_001 }] },
      closings_contract_fkey: { refuses: [{ contract_id: 99 }] },
      closings_closed_by_fkey: { refuses: [{ closed_by: "nobody" }] },
      closings_reason_check: {
        refuses: [{ reason: "計上漏れのため" }, { version: 2 }],
        allows: [{ version: 2, reason: "計上漏れのため" }],
      },
      closings_previous_check: {
        refuses: [
          { ...before, previous_root: null },
          { ...before, previous_boundary: null },
          { ...before, previous_month: "2026-05-01" },
        ],
        allows: [before],
      },
    },
  },
};
