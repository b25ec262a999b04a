import {
  contractEndpoints,
  manyContractEndpoints,
  ownContractEndpoints,
} from "../../../domain/api/contracts.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { changeContracts, checkRenewals } from "./service/changeContracts.ts";
import { exportContractUsage, readContractUsage } from "./service/contractUsage.ts";
import { checkCaps, checkContract, createContract } from "./service/createContract.ts";
import {
  editContract,
  reinstateContract,
  removeContract,
  terminateContract,
} from "./service/editContract.ts";
import {
  contractReader,
  exportContracts,
  limitsReader,
  listContracts,
  summarizeContracts,
} from "./service/readContracts.ts";

export const contractRoutes: AreaRoutes = (app, deps) => {
  const readContract = contractReader(deps);
  implement(app, contractEndpoints, {
    "GET /contracts": ({ query: { page, size, sort, ...filters } }) =>
      listContracts(deps, { page, size, sort }, filters),
    "GET /contracts/export": ({ query }) => exportContracts(deps, query, "all"),
    "GET /contracts/summary": ({ query }) => summarizeContracts(deps, query),
    "POST /contracts": ({ transact, user, body }) =>
      createContract({ ...deps, transact }, user.userId, body),
    "POST /contracts/check": ({ body }) => checkContract(deps.db, body),
    "GET /contracts/cap-check": ({ query }) => checkCaps(deps, query),
    "GET /contracts/{id}": ({ params }) => readContract(params.id, "all"),
    "PATCH /contracts/{id}": ({ transact, params, ifMatch, body }) =>
      editContract({ ...deps, transact }, { contractId: params.id, ifMatch }, body),
    "DELETE /contracts/{id}": ({ params, ifMatch }) =>
      removeContract(deps, { contractId: params.id, ifMatch }),
    "POST /contracts/{id}/terminate": ({ transact, params, ifMatch, body }) =>
      terminateContract({ ...deps, transact }, { contractId: params.id, ifMatch }, body),
    "POST /contracts/{id}/reinstate": ({ transact, params, ifMatch }) =>
      reinstateContract({ ...deps, transact }, { contractId: params.id, ifMatch }),
    "GET /contracts/{id}/usage": ({ params, query }) =>
      readContractUsage(deps, params.id, query, "all"),
    "GET /contracts/{id}/usage/export": ({ params, query }) =>
      exportContractUsage(deps, params.id, query, "all"),
  });
};

export const ownContractRoutes: AreaRoutes = (app, deps) => {
  const readContract = contractReader(deps);
  const readLimits = limitsReader(deps);
  implement(app, ownContractEndpoints, {
    "GET /contracts/limits": ({ request, query }) => readLimits(request, query),
    "GET /contracts": ({ member: { organizationId }, query: { page, size, sort, ...filters } }) =>
      listContracts(deps, { page, size, sort }, { ...filters, organizationId }),
    "GET /contracts/export": ({ member: { organizationId }, query }) =>
      exportContracts(deps, { ...query, organizationId }, "own"),
    "GET /contracts/{id}": ({ member: { organizationId }, params }) =>
      readContract(params.id, { organizationId }),
    "GET /contracts/{id}/usage": ({ member: { organizationId }, params, query }) =>
      readContractUsage(deps, params.id, query, { organizationId }),
    "GET /contracts/{id}/usage/export": ({ member: { organizationId }, params, query }) =>
      exportContractUsage(deps, params.id, query, { organizationId }),
  });
};

export const manyContractRoutes: AreaRoutes = (app, deps) =>
  implement(app, manyContractEndpoints, {
    "POST /contracts/bulk": ({ transact, body }) => changeContracts({ ...deps, transact }, body),
    "POST /contracts/bulk/check": ({ body }) => checkRenewals(deps, body),
  });
