import type { healthEndpoints } from "../../../domain/api/health.ts";
import { aDictionary, DICTIONARIES } from "../dictionaryRequests.ts";
import { someEntries } from "../entryRequests.ts";
import { analyserIsLoaded } from "../readingRequests.ts";
import { members, type RouteRow, UNKNOWN_ID, type WalkWorld } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

const writers = ["organizationAdmin", "dictionaryAdmin"] as const;

const url = (dictionaryId: number, below = "") => `${DICTIONARIES}/${dictionaryId}/health${below}`;

async function twoEntries({ api, own }: WalkWorld) {
  const dictionaryId = await aDictionary(api, own);
  const [keep = 0, other = 0] = await someEntries(api, { ...own, dictionaryId }, [{}, {}]);
  return { dictionaryId, keep, other };
}

const elsewhere =
  (below: string, body?: unknown) =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: url(foreign.dictionaryId, below), body },
    unknown: { url: url(UNKNOWN_ID, below), body },
  });

export const staffRows: Readonly<Record<keyof typeof healthEndpoints, RouteRow>> = {
  "GET /dictionaries/{id}/health": {
    may: members,
    send: async ({ api, own }) => {
      await analyserIsLoaded(api, own);
      return { url: url(await aDictionary(api, own)) };
    },
    elsewhere: elsewhere(""),
  },
  "GET /health/words": {
    may: members,
    send: async ({ api, own }) => {
      await analyserIsLoaded(api, own);
      return { url: "/api/v1/health/words" };
    },
  },
  "POST /dictionaries/{id}/health/merge": {
    may: writers,
    send: async (world) => {
      const { dictionaryId, keep, other } = await twoEntries(world);
      return {
        url: url(dictionaryId, "/merge"),
        body: { keep, disable: [other] },
        headers: { "if-match": "*" },
      };
    },
    elsewhere: elsewhere("/merge", { keep: 1, disable: [2] }),
  },
  "POST /dictionaries/{id}/health/distinct": {
    may: writers,
    send: async (world) => {
      const { dictionaryId, keep, other } = await twoEntries(world);
      return { url: url(dictionaryId, "/distinct"), body: { entryIds: [keep, other] } };
    },
    elsewhere: elsewhere("/distinct", { entryIds: [1, 2] }),
  },
};

const distinction = {
  organization_id: 1,
  dictionary_id: 31,
  entry_ids: [71, 72],
  created_at: new Date("2026-01-01T00:00:00Z"),
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  word_distinctions: {
    stored: [{ distinction_id: 1, ...distinction }],
    another: { distinction_id: 2, ...distinction },
    optional: ["kind"],
    constraints: {
      word_distinctions_pkey: { refuses: [{ distinction_id: 1 }] },
      word_distinctions_kind_check: {
        refuses: [{ kind: "COMMON" }, { entry_ids: [71] }],
        allows: [{ kind: "COMMON", entry_ids: [71] }],
      },
      word_distinctions_organization_id_dictionary_id_fkey: {
        refuses: [{ dictionary_id: 99 }, { organization_id: 2, dictionary_id: 31 }],
        cascades: true,
      },
    },
  },
};
