import { ledgerEndpoints } from "../../../domain/api/usageEvents.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { adjustUsage, exportLedger, listLedger } from "./service/readLedger.ts";

export const ledgerRoutes: AreaRoutes = (app, deps) =>
  implement(app, ledgerEndpoints, {
    "POST /contracts/{id}/adjustments": ({ transact, user, params, body }) =>
      adjustUsage({ ...deps, transact }, user, params.id, body),
    "GET /contracts/{id}/ledger": ({ params, query: { page, size, sort, ...filters } }) =>
      listLedger(deps, params.id, { page, size, sort }, filters),
    "GET /contracts/{id}/ledger/export": ({ params, query }) =>
      exportLedger(deps, params.id, query),
  });
