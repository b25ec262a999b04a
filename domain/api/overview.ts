import { MOST_SHOWN, namedWorkspace, organizationOverview } from "../organizations/overview.ts";
import { pageOf } from "../paging.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery } from "./parameters.ts";

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
