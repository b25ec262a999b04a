import type { entryEndpoints, manyEntryEndpoints } from "../../../domain/api/entries.ts";
import { aDictionary } from "../dictionaryRequests.ts";
import { anEntry, entriesUrl, newSurface } from "../entryRequests.ts";
import { members, type RouteRow, type SendAs, UNKNOWN_ID, type WalkWorld } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

const writers = ["organizationAdmin", "dictionaryAdmin"] as const;

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

const written = (body?: unknown): Sent => ({ body, headers: { "if-match": "*" } });

const onEntries =
  (below = "", sent: Sent = {}) =>
  async ({ api, own }: WalkWorld) => ({
    url: `${entriesUrl(await aDictionary(api, own))}${below}`,
    ...sent,
  });

const onEntry =
  (sent: Sent = {}) =>
  async ({ api, own }: WalkWorld) => {
    const dictionaryId = await aDictionary(api, own);
    const entryId = await anEntry(api, { ...own, dictionaryId });
    return { url: entriesUrl(dictionaryId, entryId), ...sent };
  };

const elsewhere =
  (below = "", body?: unknown) =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: `${entriesUrl(foreign.dictionaryId)}${below}`, body },
    unknown: { url: `${entriesUrl(UNKNOWN_ID)}${below}`, body },
  });

const added = { surface: newSurface(), reading: "たんご" };
const changed = { weight: 3 };
const batch = { create: [added] };

const bulk = { action: "DISABLE", where: {} };

/** After an act on the one entry of a dictionary. */
const onAct: SendAs = async ({ api, own, people }) => {
  const dictionaryId = await aDictionary(api, own);
  await anEntry(api, { ...own, dictionaryId });
  const url = `${entriesUrl(dictionaryId)}/bulk`;
  const { body } = await api.as(people.organizationAdmin).post(url, bulk, { "if-match": "*" });
  return { url: `${url}/${Reflect.get(Object(body), "actId")}/undo`, ...written({}) };
};

export const staffRows: Readonly<
  Record<keyof typeof entryEndpoints | keyof typeof manyEntryEndpoints, RouteRow>
> = {
  "GET /dictionaries/{id}/entries": { may: members, send: onEntries(), elsewhere: elsewhere() },
  "POST /dictionaries/{id}/entries": {
    may: writers,
    send: onEntries("", written(added)),
    elsewhere: elsewhere("", added),
  },
  "POST /dictionaries/{id}/entries/batch": {
    may: writers,
    send: onEntries("/batch", written(batch)),
    elsewhere: elsewhere("/batch", batch),
  },
  "GET /dictionaries/{id}/entries/range": {
    may: members,
    send: onEntries("/range?from=0&to=9"),
    elsewhere: elsewhere("/range?from=0&to=9"),
  },
  "POST /dictionaries/{id}/entries/bulk": {
    may: writers,
    send: onEntries("/bulk", written(bulk)),
    logged: async (world) => {
      const dictionaryId = await aDictionary(world.api, world.own);
      await anEntry(world.api, { ...world.own, dictionaryId });
      return { url: `${entriesUrl(dictionaryId)}/bulk`, ...written(bulk) };
    },
    elsewhere: elsewhere("/bulk", bulk),
  },
  "POST /dictionaries/{id}/entries/bulk/{actId}/undo": {
    may: writers,
    send: onAct,
    elsewhere: elsewhere("/bulk/1/undo", {}),
  },
  "GET /dictionaries/{id}/entries/{entryId}": {
    may: members,
    send: onEntry(),
    elsewhere: elsewhere("/1"),
  },
  "PATCH /dictionaries/{id}/entries/{entryId}": {
    may: writers,
    send: onEntry(written(changed)),
    elsewhere: elsewhere("/1", changed),
  },
  "DELETE /dictionaries/{id}/entries/{entryId}": {
    may: writers,
    send: onEntry(written()),
    elsewhere: elsewhere("/1"),
  },
};

const at = new Date("2026-01-01T00:00:00Z");
const entry = {
  organization_id: 1,
  dictionary_id: 31,
  reading: "たんご",
  part_of_speech: "名詞",
  surface_key: "単語",
  reading_key: "たんご",
  created_at: at,
  updated_at: at,
};

export const tableRows: Readonly<Record<string, TableRow>> = {
  dictionary_entries: {
    stored: [{ entry_id: 71, surface: "単語", ...entry }],
    another: { entry_id: 72, surface: "端午", ...entry },
    optional: ["merged_into"],
    constraints: {
      dictionary_entries_pkey: { refuses: [{ entry_id: 71 }] },
      dictionary_entries_id_unique: { refuses: [{ entry_id: 71, dictionary_id: 32 }] },
      dictionary_entries_unique: {
        refuses: [{ surface: "単語" }],
        allows: [
          { surface: "単語", reading: "たんこ" },
          { surface: "単語", dictionary_id: 32 },
        ],
      },
      dictionary_entries_organization_id_dictionary_id_fkey: {
        refuses: [{ dictionary_id: 99 }, { organization_id: 2, dictionary_id: 32 }],
        cascades: true,
      },
      dictionary_entries_weight_check: {
        refuses: [{ weight: 0 }, { weight: 4 }],
        allows: [{ weight: 1 }, { weight: 3 }],
      },
    },
  },
};
