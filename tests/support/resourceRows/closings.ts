import { sql } from "kysely";
import type { closingEndpoints, ownClosingEndpoints } from "../../../domain/api/closings.ts";
import { CONTRACTS, OWN_CONTRACTS } from "../contractRequests.ts";
import { aContract } from "../contractRows.ts";
import {
  organizationAdmin,
  type RouteRow,
  systemAdmin,
  UNKNOWN_ID,
  at as url,
  type WalkWorld,
} from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

export const CLOSINGS = "/admin/api/v1/closings";

/** A contract of January 2026, which is over whatever the clock of a test says. */
const closing = async ({ api }: WalkWorld) => {
  const organizationId = await api.anOrganization();
  const period = { startDate: "2026-01-01", endDate: "2026-01-31" };
  const contractId = await aContract(api.db, { organizationId, ...period });
  return { url: CLOSINGS, body: { month: "2026-01", contractIds: [contractId] } };
};

/** Closes January 2026 of the own contract, without any use. */
export async function closedJanuary({ api, own, people }: WalkWorld): Promise<void> {
  const { owner: db } = api.database.product ?? { owner: api.db };
  await sql`
    insert into closings (organization_id, contract_id, month, version, form, boundary, root,
      transcripts, seconds, events, adjusted_transcripts, adjusted_seconds, late_transcripts,
      late_seconds, late_events, total_transcripts, total_seconds, days, closed_at, closed_by)
    values (${own.organizationId}, ${own.contractId}, '2026-01-01', 1, 1, 1, '', 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, '[]', now(), ${people.systemAdmin.userId})
    on conflict do nothing`.execute(db);
}

/** The statement of January 2026 of the own contract. */
function onStatement(contracts: string, below = "") {
  return async (world: WalkWorld) => {
    await closedJanuary(world);
    return { url: `${contracts}/${world.own.contractId}/statements/2026-01${below}` };
  };
}

export const adminRows: Readonly<Record<keyof typeof closingEndpoints, RouteRow>> = {
  "GET /closings": { may: systemAdmin, send: url(CLOSINGS) },
  "GET /closings/contracts": {
    may: systemAdmin,
    send: url(`${CLOSINGS}/contracts?month=2026-01`),
  },
  "GET /closings/summary": {
    may: systemAdmin,
    send: url(`${CLOSINGS}/summary?month=2026-01`),
  },
  "POST /closings": { may: systemAdmin, send: closing },
  "GET /contracts/{id}/statements/{month}": {
    may: systemAdmin,
    send: onStatement(CONTRACTS),
    elsewhere: () => ({ unknown: { url: `${CONTRACTS}/${UNKNOWN_ID}/statements/2026-01` } }),
  },
  "GET /contracts/{id}/statements/{month}/export": {
    may: systemAdmin,
    send: onStatement(CONTRACTS, "/export"),
    elsewhere: () => ({ unknown: { url: `${CONTRACTS}/${UNKNOWN_ID}/statements/2026-01/export` } }),
  },
};

const OWN_CLOSINGS = "/api/v1/closings";
const ofOrganization = (organizationId: number) => ({
  url: `${OWN_CLOSINGS}?organizationId=${organizationId}`,
});
const ofForeignStatement =
  (below = "") =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: `${OWN_CONTRACTS}/${foreign.contractId}/statements/2026-01${below}` },
    unknown: { url: `${OWN_CONTRACTS}/${UNKNOWN_ID}/statements/2026-01${below}` },
  });

/** A statement of an organization: of the own one it is there. */
async function statementOf(organizationId: number, world: WalkWorld) {
  const { own, foreign } = world;
  if (organizationId === own.organizationId) return onStatement(OWN_CONTRACTS)(world);
  const isForeign = organizationId === foreign.organizationId;
  const contractId = isForeign ? foreign.contractId : UNKNOWN_ID;
  return { url: `${OWN_CONTRACTS}/${contractId}/statements/2026-01` };
}

export const staffRows: Readonly<Record<keyof typeof ownClosingEndpoints, RouteRow>> = {
  "GET /closings": {
    may: organizationAdmin,
    key: {
      scope: "statements.read",
      send: ({ own }) => ofOrganization(own.organizationId),
      ofOrganization,
    },
    send: url(OWN_CLOSINGS),
  },
  "GET /contracts/{id}/statements/{month}": {
    may: organizationAdmin,
    key: { scope: "statements.read", ofOrganization: statementOf },
    send: onStatement(OWN_CONTRACTS),
    elsewhere: ofForeignStatement(),
  },
  "GET /contracts/{id}/statements/{month}/export": {
    may: organizationAdmin,
    send: onStatement(OWN_CONTRACTS, "/export"),
    elsewhere: ofForeignStatement("/export"),
  },
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
const billed = { organization_id: 1, contract_id: 11, month: "2026-04-01", version: 1 };
const before = {
  previous_month: "2026-03-01",
  previous_boundary: 4,
  previous_root: Buffer.from("before"),
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  closings: {
    stored: [stored],
    another: { ...stored, month: "2026-05-01", closing_id: 1_002 },
    optional: [
      "max_transcript_count",
      "max_transcript_minutes",
      "previous_boundary",
      "previous_month",
      "previous_root",
      "reason",
      "terms",
    ],
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
  billed_closings: {
    stored: [{ ...billed, file_id: 1 }],
    another: { ...billed, file_id: 2 },
    constraints: {
      billed_closings_pkey: { refuses: [{ file_id: 1 }] },
      billed_closings_file_id_fkey: { refuses: [{ file_id: 99 }] },
      billed_closings_closing_fkey: { refuses: [{ month: "2026-05-01" }, { version: 2 }] },
    },
  },
};
