import { MOST_SHOWN, organizationOverview } from "../organizations/overview.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams } from "./parameters.ts";

export const overviewEndpoints = {
  "GET /organizations/{id}/overview": {
    area: "admin",
    access: "organization.manage",
    operationId: "getOrganizationOverview",
    summary: "Tells what an organization has beside its contracts",
    description: `Of people, workspaces, dictionaries and open alerts the first ${MOST_SHOWN} and how many there are.`,
    params: idParams,
    answers: { 200: organizationOverview },
  },
} satisfies Endpoints<"admin">;
