import { organizationEndpoints } from "../../../domain/api/organizations.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { listOrganizations, readOrganization, renameOrganization } from "./service.ts";

export const organizationRoutes: AreaRoutes = (app, deps) =>
  implement(app, organizationEndpoints, {
    "GET /organizations": ({ query: { page, size, sort, ...filters } }) =>
      listOrganizations(deps, { page, size, sort }, filters),
    "GET /organizations/{id}": ({ params }) => readOrganization(deps, params.id),
    "PATCH /organizations/{id}": ({ params, ifMatch, body }) =>
      renameOrganization(deps, { organizationId: params.id, ifMatch }, body),
  });
