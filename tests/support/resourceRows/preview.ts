import type { previewEndpoints } from "../../../domain/api/health.ts";
import { aDictionary } from "../dictionaryRequests.ts";
import { members, type RouteRow, UNKNOWN_ID } from "../routeRow.ts";

const change = { kind: "entries", entries: [{ surface: "議事録", reading: "ぎじろく" }] };
const body = { text: "会議の議事録", change };

const changeOf = (dictionaryId: number) => ({
  url: `/api/v1/dictionaries/${dictionaryId}/preview`,
  body,
});

export const staffRows: Readonly<Record<keyof typeof previewEndpoints, RouteRow>> = {
  "POST /dictionaries/preview": {
    may: members,
    send: () => ({ url: "/api/v1/dictionaries/preview", body: { text: "会議の議事録" } }),
  },
  "POST /dictionaries/{id}/preview": {
    may: ["organizationAdmin", "dictionaryAdmin"],
    send: async ({ api, own }) => changeOf(await aDictionary(api, own)),
    elsewhere: ({ foreign }) => ({
      foreign: changeOf(foreign.dictionaryId),
      unknown: changeOf(UNKNOWN_ID),
    }),
  },
};
