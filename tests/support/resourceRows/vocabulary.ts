import type { vocabularyEndpoints } from "../../../domain/api/vocabulary.ts";
import type { RouteRow, WalkRequest } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

export const VOCABULARY = "/api/v1/vocabulary";

const below =
  (path: string) =>
  (organizationId: number): WalkRequest => ({
    url: `${VOCABULARY}${path}${path.includes("?") ? "&" : "?"}organizationId=${organizationId}`,
  });

const row = (path: string): RouteRow => ({
  may: [],
  key: { scope: "vocabulary.read", ofOrganization: below(path) },
  send: ({ own }) => below(path)(own.organizationId),
});

export const staffRows: Readonly<Record<keyof typeof vocabularyEndpoints, RouteRow>> = {
  "GET /vocabulary": row("?engine=json"),
  "GET /vocabulary/report": row("/report?engine=google"),
  "GET /vocabulary/changes": row("/changes?after=0"),
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  vocabularies: {
    stored: [{ organization_id: 1, revision: 2 }],
    another: { organization_id: 2, revision: 2 },
    constraints: {
      vocabularies_pkey: { refuses: [{ organization_id: 1 }] },
      vocabularies_organization_id_fkey: { refuses: [{ organization_id: 99 }], cascades: true },
    },
  },
  vocabulary_tombstones: {
    stored: [
      {
        organization_id: 1,
        entry_id: 71,
        dictionary_id: 31,
        revision: 2,
        deleted_at: new Date("2026-01-01T00:00:00Z"),
      },
    ],
    another: {
      organization_id: 1,
      entry_id: 72,
      dictionary_id: 31,
      revision: 2,
      deleted_at: new Date("2026-01-01T00:00:00Z"),
    },
    constraints: {
      vocabulary_tombstones_pkey: {
        refuses: [{ entry_id: 71 }],
        allows: [{ entry_id: 71, organization_id: 2 }],
      },
      vocabulary_tombstones_organization_id_fkey: {
        refuses: [{ organization_id: 99 }],
        cascades: true,
      },
    },
  },
};
