import { CONTRACT_SORTS } from "../../../domain/contractRules.ts";
import { contractFilters, contractLimits, ownContract } from "../../../domain/contracts.ts";
import { pageOf } from "../../../domain/paging.ts";
import { usageQuery, usageSeries } from "../../../domain/usage.ts";
import { type AreaRoutes, member } from "../../context.ts";
import { listQuerySchema } from "../../plugins/listQuery.ts";
import { idParams } from "../../plugins/schemas.ts";
import { withEtag } from "../../plugins/versions.ts";
import { listContracts } from "./listContracts.ts";
import { readContract, readContractUsage, readLimits } from "./readContract.ts";

const { organizationId: _given, ...filters } = contractFilters;

/** Staff area: the contracts of the own organization. */
export const ownContractRoutes: AreaRoutes = (app, deps) => {
  const config = { access: "ownContract.read" } as const;

  app.get(
    "/contracts/limits",
    { config: { access: "limits.read" }, schema: { response: { 200: contractLimits } } },
    async (request) => readLimits(deps, member(request).organizationId),
  );

  app.get(
    "/contracts",
    {
      config,
      schema: {
        querystring: listQuerySchema({ sorts: CONTRACT_SORTS, filters }),
        response: { 200: pageOf(ownContract) },
      },
    },
    async (request) => {
      const { page, size, sort, ...narrowed } = request.query;
      const { organizationId } = member(request);
      return listContracts(deps, { page, size, sort }, { ...narrowed, organizationId });
    },
  );

  app.get(
    "/contracts/:id",
    { config, schema: { params: idParams, response: { 200: ownContract } } },
    async (request, reply) => {
      const { organizationId } = member(request);
      return withEtag(reply, await readContract(deps, request.params.id, { organizationId }));
    },
  );

  app.get(
    "/contracts/:id/usage",
    {
      config,
      schema: { params: idParams, querystring: usageQuery, response: { 200: usageSeries } },
    },
    async (request) => {
      const { organizationId } = member(request);
      const { params, query } = request;
      return readContractUsage(deps, params.id, query.by, { organizationId });
    },
  );
};
