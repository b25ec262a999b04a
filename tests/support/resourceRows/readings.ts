import type { nameReadingEndpoints, readingEndpoints } from "../../../domain/api/imports.ts";
import { aDictionary } from "../dictionaryRequests.ts";
import { importOf, importsUrl, ownCsv, upload } from "../importRequests.ts";
import { ADMIN_READINGS, analyserIsLoaded, READINGS } from "../readingRequests.ts";
import { members, type RouteRow, systemAdmin, UNKNOWN_ID } from "../routeRow.ts";

export const staffRows: Readonly<Record<keyof typeof readingEndpoints, RouteRow>> = {
  "GET /readings": {
    may: members,
    send: async ({ api, own }) => {
      await analyserIsLoaded(api, own);
      return { url: `${READINGS}?surface=${encodeURIComponent("議事録")}` };
    },
  },
  "POST /readings": {
    may: members,
    send: async ({ api, own }) => {
      await analyserIsLoaded(api, own);
      return { url: READINGS, body: { surfaces: ["議事録"] } };
    },
  },
  "POST /dictionaries/{id}/imports/{importId}/accept-readings": {
    may: ["organizationAdmin", "dictionaryAdmin"],
    send: async ({ api, own, people }) => {
      await analyserIsLoaded(api, own);
      const dictionaryId = await aDictionary(api, own);
      const client = api.as(people.dictionaryAdmin);
      const { importId } = importOf(await upload(client, dictionaryId, ownCsv(["東京,,地名"])));
      return { url: importsUrl(dictionaryId, `/${importId}/accept-readings`), body: {} };
    },
    elsewhere: ({ foreign }) => ({
      foreign: { url: importsUrl(foreign.dictionaryId, "/1/accept-readings"), body: {} },
      unknown: { url: importsUrl(UNKNOWN_ID, "/1/accept-readings"), body: {} },
    }),
  },
};

export const adminRows: Readonly<Record<keyof typeof nameReadingEndpoints, RouteRow>> = {
  "POST /readings": {
    may: systemAdmin,
    send: async ({ api, own }) => {
      await analyserIsLoaded(api, own);
      return { url: ADMIN_READINGS, body: { surfaces: ["山田 太郎"], ofNames: true } };
    },
  },
};
