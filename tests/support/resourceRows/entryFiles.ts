import type { entryFileEndpoints } from "../../../domain/api/entries.ts";
import { aDictionary, DICTIONARIES } from "../dictionaryRequests.ts";
import { anEntry } from "../entryRequests.ts";
import { members, type RouteRow, UNKNOWN_ID, type WalkWorld } from "../routeRow.ts";

const ofDictionary = (part: string): RouteRow => ({
  may: members,
  send: async ({ api, own }: WalkWorld) => {
    const dictionaryId = await aDictionary(api, own);
    await anEntry(api, { ...own, dictionaryId });
    return { url: `${DICTIONARIES}/${dictionaryId}/${part}` };
  },
  elsewhere: ({ foreign }) => ({
    foreign: { url: `${DICTIONARIES}/${foreign.dictionaryId}/${part}` },
    unknown: { url: `${DICTIONARIES}/${UNKNOWN_ID}/${part}` },
  }),
});

export const staffRows: Readonly<Record<keyof typeof entryFileEndpoints, RouteRow>> = {
  "GET /dictionaries/{id}/export": ofDictionary("export"),
  "GET /dictionaries/{id}/fitness": ofDictionary("fitness"),
};
