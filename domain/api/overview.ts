import { z } from "zod";
import { MOST_SHOWN, namedWorkspace, organizationOverview } from "../organizations/overview.ts";
import { pageOf } from "../paging.ts";
import { adminSearchResult, searchQuery, staffSearchResult } from "../search/schemas.ts";
import { worklist } from "../worklist/schemas.ts";
import type { Endpoint, Endpoints } from "./endpoint.ts";
import { idParams, listQuery, pageIndex, pageSize } from "./parameters.ts";

export const overviewEndpoints = {
  "GET /organizations/{id}/overview": {
    area: "admin",
    access: "organization.manage",
    operationId: "getOrganizationOverview",
    live: true,
    summary: "Tells what an organization has beside its contracts",
    description: `Of people, workspaces, dictionaries and open alerts the first ${MOST_SHOWN} and how many there are.`,
    params: idParams,
    answers: { 200: organizationOverview },
  },
  "GET /organizations/{id}/workspaces": {
    area: "admin",
    access: "organization.manage",
    operationId: "listOrganizationWorkspaces",
    summary: "Lists the workspaces of an organization",
    params: idParams,
    query: listQuery({ sorts: ["workspaceName"], filters: {} }),
    answers: { 200: pageOf(namedWorkspace) },
  },
} satisfies Endpoints<"admin">;

export const worklistEndpoints = {
  "GET /worklist": {
    area: "admin",
    access: "alert.read",
    operationId: "getWorklist",
    live: true,
    summary: "Lists what needs an action, by organization, the most urgent first",
    description:
      "Open alerts, and invitations that nobody took within 7 days. At most the 500 most urgent alerts and the 500 oldest invitations are looked at.",
    query: z.strictObject({ page: pageIndex, size: pageSize }),
    answers: { 200: worklist },
  },
} satisfies Endpoints<"admin">;

const search = {
  query: searchQuery,
  description:
    "At most five of each kind, those that match best first, and only kinds that the caller may read. Texts are compared as in lists; entries from the beginning of their surface or reading.",
} satisfies Partial<Endpoint>;

export const adminSearchEndpoints = {
  "GET /search": {
    area: "admin",
    access: ["systemAdmin"],
    operationId: "searchAll",
    summary: "Finds contracts, organizations and users",
    ...search,
    answers: { 200: adminSearchResult },
  },
} satisfies Endpoints<"admin">;

export const searchEndpoints = {
  "GET /search": {
    area: "staff",
    access: ["staff"],
    operationId: "searchOwn",
    summary: "Finds dictionaries, entries, workspaces and members of the own organization",
    ...search,
    answers: { 200: staffSearchResult },
  },
} satisfies Endpoints<"staff">;
