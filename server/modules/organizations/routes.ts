import {
  ORGANIZATION_SORTS,
  organization,
  organizationFilters,
  organizationUpdate,
} from "../../../domain/organizations.ts";
import { pageOf } from "../../../domain/paging.ts";
import type { AreaRoutes } from "../../context.ts";
import { listQuerySchema } from "../../plugins/listQuery.ts";
import { idParams } from "../../plugins/schemas.ts";
import { withEtag } from "../../plugins/versions.ts";
import { listOrganizations, readOrganization, renameOrganization } from "./service.ts";

/** Admin area: all organizations. They come into being with their first contract. */
export const organizationRoutes: AreaRoutes = (app, deps) => {
  const config = { access: "organization.manage" } as const;

  app.get(
    "/organizations",
    {
      config,
      schema: {
        querystring: listQuerySchema({ sorts: ORGANIZATION_SORTS, filters: organizationFilters }),
        response: { 200: pageOf(organization) },
      },
    },
    async ({ query: { page, size, sort, ...filters } }) =>
      listOrganizations(deps, { page, size, sort }, filters),
  );

  app.get(
    "/organizations/:id",
    { config, schema: { params: idParams, response: { 200: organization } } },
    async ({ params }, reply) => withEtag(reply, await readOrganization(deps, params.id)),
  );

  app.patch(
    "/organizations/:id",
    {
      config,
      schema: { params: idParams, body: organizationUpdate, response: { 200: organization } },
    },
    async ({ params, ifMatch, body }, reply) => {
      const target = { organizationId: params.id, ifMatch };
      return withEtag(reply, await renameOrganization(deps, target, body));
    },
  );
};
