import type { candidateEndpoints } from "../../../domain/api/health.ts";
import { analyserIsLoaded } from "../readingRequests.ts";
import { members, type RouteRow } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

const CANDIDATES = "/api/v1/candidates";

export const staffRows: Readonly<Record<keyof typeof candidateEndpoints, RouteRow>> = {
  "POST /candidates": {
    may: members,
    send: async ({ api, own }) => {
      await analyserIsLoaded(api, own);
      return {
        url: CANDIDATES,
        body: { before: "会西商事の件です。", after: "葛西商事の件です。" },
      };
    },
  },
  "POST /candidates/ignored": {
    may: ["organizationAdmin", "dictionaryAdmin"],
    send: () => ({ url: `${CANDIDATES}/ignored`, body: { surfaces: ["葛西商事"] } }),
  },
};

const digest = (of: number) => Buffer.alloc(32, of);
const ignored_at = new Date("2026-01-01T00:00:00Z");

export const tableRows: Readonly<Record<string, TableRow>> = {
  ignored_candidates: {
    stored: [{ organization_id: 1, digest: digest(1), ignored_at }],
    another: { organization_id: 1, digest: digest(2), ignored_at },
    constraints: {
      ignored_candidates_pkey: { refuses: [{ digest: digest(1) }] },
      ignored_candidates_organization_id_fkey: {
        refuses: [{ organization_id: 99 }],
        cascades: true,
      },
      ignored_candidates_digest_check: { refuses: [{ digest: Buffer.alloc(31) }] },
    },
  },
};
