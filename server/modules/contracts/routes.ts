import { z } from "zod";
import { CONTRACT_SORTS } from "../../../domain/contractRules.ts";
import {
  type Contract,
  contract,
  contractCheck,
  contractCheckResult,
  contractCreate,
  contractFilters,
  contractSummary,
  contractTermination,
  contractUpdate,
} from "../../../domain/contracts.ts";
import { pageOf } from "../../../domain/paging.ts";
import { usageQuery, usageSeries } from "../../../domain/usage.ts";
import { type AreaRoutes, signedIn } from "../../context.ts";
import { rememberAnswer } from "../../plugins/idempotency.ts";
import { listQuerySchema } from "../../plugins/listQuery.ts";
import { idParams } from "../../plugins/schemas.ts";
import { etag, withEtag } from "../../plugins/versions.ts";
import { checkContract } from "./checkContract.ts";
import { createContract } from "./createContract.ts";
import { editContract } from "./editContract.ts";
import { listContracts, summarizeContracts } from "./listContracts.ts";
import { readContract, readContractUsage } from "./readContract.ts";
import { removeContract } from "./removeContract.ts";
import { reinstateContract, terminateContract } from "./termination.ts";

const versionHeader = ({ version }: Contract) => ({ etag: etag(version) });

/** Admin area: all contracts. */
export const contractRoutes: AreaRoutes = (app, deps) => {
  const config = { access: "contract.manage" } as const;

  app.get(
    "/contracts",
    {
      config,
      schema: {
        querystring: listQuerySchema({ sorts: CONTRACT_SORTS, filters: contractFilters }),
        response: { 200: pageOf(contract) },
      },
    },
    async ({ query: { page, size, sort, ...filters } }) =>
      listContracts(deps, { page, size, sort }, filters),
  );

  app.get(
    "/contracts/summary",
    {
      config,
      schema: { querystring: z.strictObject(contractFilters), response: { 200: contractSummary } },
    },
    async (request) => summarizeContracts(deps, request.query),
  );

  app.post(
    "/contracts",
    { config, schema: { body: contractCreate, response: { 201: contract } } },
    async (request, reply) => {
      const answer = { status: 201, headers: versionHeader };
      const remember = rememberAnswer<Contract>(request, reply, answer);
      const created = await createContract(deps, signedIn(request).userId, request.body, remember);
      reply.code(201);
      return withEtag(reply, created);
    },
  );

  app.post(
    "/contracts/check",
    { config, schema: { body: contractCheck, response: { 200: contractCheckResult } } },
    async (request) => checkContract(deps.db, request.body),
  );

  app.get(
    "/contracts/:id",
    { config, schema: { params: idParams, response: { 200: contract } } },
    async (request, reply) => withEtag(reply, await readContract(deps, request.params.id, "all")),
  );

  app.patch(
    "/contracts/:id",
    { config, schema: { params: idParams, body: contractUpdate, response: { 200: contract } } },
    async ({ params, ifMatch, body }, reply) =>
      withEtag(reply, await editContract(deps, { contractId: params.id, ifMatch }, body)),
  );

  app.delete(
    "/contracts/:id",
    { config, schema: { params: idParams, response: { 200: contract } } },
    async ({ params, ifMatch }) => removeContract(deps, { contractId: params.id, ifMatch }),
  );

  app.post(
    "/contracts/:id/terminate",
    {
      config,
      schema: { params: idParams, body: contractTermination, response: { 200: contract } },
    },
    async (request, reply) => {
      const { params, ifMatch, body } = request;
      const answer = { status: 200, headers: versionHeader };
      const remember = rememberAnswer<Contract>(request, reply, answer);
      const target = { contractId: params.id, ifMatch };
      return withEtag(reply, await terminateContract(deps, target, body, remember));
    },
  );

  app.post(
    "/contracts/:id/reinstate",
    {
      config,
      schema: { params: idParams, body: z.strictObject({}), response: { 200: contract } },
    },
    async (request, reply) => {
      const answer = { status: 200, headers: versionHeader };
      const remember = rememberAnswer<Contract>(request, reply, answer);
      const target = { contractId: request.params.id, ifMatch: request.ifMatch };
      return withEtag(reply, await reinstateContract(deps, target, remember));
    },
  );

  app.get(
    "/contracts/:id/usage",
    {
      config,
      schema: { params: idParams, querystring: usageQuery, response: { 200: usageSeries } },
    },
    async ({ params, query }) => readContractUsage(deps, params.id, query.by, "all"),
  );
};
