import { organizationEndpoints } from "../../../domain/api/organizations.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { changeOrganization, listOrganizations, readOrganization } from "./service.ts";

export const organizationRoutes: AreaRoutes = (app, deps) =>
  implement(app, organizationEndpoints, {
    "GET /organizations": ({ query: { page, size, sort, ...filters } }) =>
      listOrganizations(deps, { page, size, sort }, filters),
    "GET /organizations/{id}": ({ params }) => readOrganization(deps, params.id),
    "PATCH /organizations/{id}": ({ params, ifMatch, body }) =>
      changeOrganization(deps, { organizationId: params.id, ifMatch }, body),
  });
