import type { organizationEndpoints } from "../../../domain/api/organizations.ts";
import { ORGANIZATIONS } from "../organizationRequests.ts";
import { at, type RouteRow, systemAdmin, UNKNOWN_ID } from "../routeRow.ts";

const ofNoOrganization = (body?: unknown) => () => ({
  unknown: { url: `${ORGANIZATIONS}/${UNKNOWN_ID}`, body },
});

export const adminRows: Readonly<Record<keyof typeof organizationEndpoints, RouteRow>> = {
  "GET /organizations": { may: systemAdmin, send: at(ORGANIZATIONS) },
  "GET /organizations/{id}": {
    may: systemAdmin,
    send: async ({ own }) => ({ url: `${ORGANIZATIONS}/${own.organizationId}` }),
    elsewhere: ofNoOrganization(),
  },
  "PATCH /organizations/{id}": {
    may: systemAdmin,
    send: async ({ api }) => ({
      url: `${ORGANIZATIONS}/${await api.anOrganization()}`,
      body: { organizationName: "改名株式会社" },
    }),
    elsewhere: ofNoOrganization({ organizationName: "改名株式会社" }),
  },
};
