import type { reflectionEndpoints, vocabularyEndpoints } from "../../../domain/api/vocabulary.ts";
import { aDictionary, DICTIONARIES } from "../dictionaryRequests.ts";
import {
  at,
  members,
  type RouteRow,
  UNKNOWN_ID,
  type WalkRequest,
  type WalkWorld,
} from "../routeRow.ts";
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

/** Any dictionary: an organization has room for 500, of which the walk adds most. */
async function knownDictionary({ api, own }: WalkWorld): Promise<number> {
  const known = await api.db
    .selectFrom("dictionaries")
    .select("dictionary_id")
    .where("organization_id", "=", own.organizationId)
    .limit(1)
    .executeTakeFirst();
  return known?.dictionary_id ?? aDictionary(api, own);
}

export const staffRows: Readonly<
  Record<keyof typeof vocabularyEndpoints | keyof typeof reflectionEndpoints, RouteRow>
> = {
  "GET /vocabulary": row("?engine=json"),
  "GET /vocabulary/report": row("/report?engine=google"),
  "GET /vocabulary/changes": row("/changes?after=0"),
  "GET /reflection": { may: members, send: at("/api/v1/reflection") },
  "GET /dictionaries/{id}/reflection": {
    may: members,
    send: async (world) => ({ url: `${DICTIONARIES}/${await knownDictionary(world)}/reflection` }),
    elsewhere: ({ foreign }) => ({
      foreign: { url: `${DICTIONARIES}/${foreign.dictionaryId}/reflection` },
      unknown: { url: `${DICTIONARIES}/${UNKNOWN_ID}/reflection` },
    }),
  },
};

const fetched = { revision: 1, fetched_at: new Date("2026-01-01T00:00:00Z") };

export const tableRows: Readonly<Record<string, TableRow>> = {
  vocabularies: {
    stored: [{ organization_id: 1, revision: 2 }],
    another: { organization_id: 2, revision: 2 },
    constraints: {
      vocabularies_pkey: { refuses: [{ organization_id: 1 }] },
      vocabularies_organization_id_fkey: { refuses: [{ organization_id: 99 }], cascades: true },
    },
  },
  vocabulary_changes: {
    stored: [{ organization_id: 1, change_id: 2, revision: 2 }],
    another: { organization_id: 1, change_id: 3, revision: 3 },
    constraints: {
      vocabulary_changes_pkey: {
        refuses: [{ change_id: 2 }],
        allows: [{ change_id: 2, organization_id: 2 }],
      },
      vocabulary_changes_revision: {
        refuses: [{ revision: 2 }],
        allows: [{ revision: 2, organization_id: 2 }],
      },
      vocabulary_changes_organization_id_fkey: {
        refuses: [{ organization_id: 99 }],
        cascades: true,
      },
    },
  },
  vocabulary_tombstones: {
    stored: [
      {
        organization_id: 1,
        entry_id: 71,
        dictionary_id: 31,
        change_id: 2,
        deleted_at: new Date("2026-01-01T00:00:00Z"),
      },
    ],
    another: {
      organization_id: 1,
      entry_id: 72,
      dictionary_id: 31,
      change_id: 2,
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
  vocabulary_fetches: {
    // The database numbers keys; that of resourceRows/serviceKeys.ts is the first.
    stored: [
      { organization_id: 1, service_key_id: 1, engine: "json", workspace_id: 0, ...fetched },
    ],
    another: { organization_id: 1, service_key_id: 1, engine: "aws", workspace_id: 0, ...fetched },
    constraints: {
      vocabulary_fetches_pkey: {
        refuses: [{ engine: "json" }],
        allows: [{ engine: "json", workspace_id: 5 }],
      },
      vocabulary_fetches_organization_id_fkey: {
        refuses: [{ organization_id: 99 }],
        cascades: true,
      },
      vocabulary_fetches_service_key_id_fkey: { refuses: [{ service_key_id: 99 }] },
    },
  },
  entry_use_reports: {
    // The database numbers them.
    stored: [{ organization_id: 1, used_on: "2026-04-15", uses: JSON.stringify({ 71: 2 }) }],
    another: { organization_id: 1, used_on: "2026-04-15", uses: JSON.stringify({ 71: 2 }) },
    constraints: {
      entry_use_reports_pkey: {
        refuses: [{ report_id: 1 }],
        allows: [{ report_id: 1, organization_id: 2 }],
      },
    },
  },
  entry_uses: {
    stored: [{ organization_id: 1, entry_id: 71, used_on: "2026-04-15", use_count: 2 }],
    another: { organization_id: 1, entry_id: 71, used_on: "2026-04-16", use_count: 2 },
    constraints: {
      entry_uses_pkey: {
        refuses: [{ used_on: "2026-04-15" }],
        allows: [{ used_on: "2026-04-15", organization_id: 2 }],
      },
    },
  },
  vocabulary_uses: {
    stored: [{ organization_id: 1, revision: 1, transcript_count: 1 }],
    another: { organization_id: 1, revision: 2, transcript_count: 1 },
    constraints: {
      vocabulary_uses_pkey: { refuses: [{ revision: 1 }] },
      vocabulary_uses_organization_id_fkey: { refuses: [{ organization_id: 99 }], cascades: true },
    },
  },
};
