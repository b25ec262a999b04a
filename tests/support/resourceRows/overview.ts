import type { overviewEndpoints } from "../../../domain/api/overview.ts";
import { ORGANIZATIONS } from "../organizationRequests.ts";
import { type RouteRow, systemAdmin, UNKNOWN_ID } from "../routeRow.ts";

export const adminRows: Readonly<Record<keyof typeof overviewEndpoints, RouteRow>> = {
  "GET /organizations/{id}/overview": {
    may: systemAdmin,
    send: async ({ own }) => ({ url: `${ORGANIZATIONS}/${own.organizationId}/overview` }),
    elsewhere: () => ({ unknown: { url: `${ORGANIZATIONS}/${UNKNOWN_ID}/overview` } }),
  },
  "GET /organizations/{id}/workspaces": {
    may: systemAdmin,
    send: async ({ own }) => ({ url: `${ORGANIZATIONS}/${own.organizationId}/workspaces` }),
    elsewhere: () => ({ unknown: { url: `${ORGANIZATIONS}/${UNKNOWN_ID}/workspaces` } }),
  },
};
