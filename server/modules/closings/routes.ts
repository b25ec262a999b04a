import { closingEndpoints } from "../../../domain/api/closings.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { closeMonth } from "./service/closeMonth.ts";
import { listClosings, listMonthContracts } from "./service/readClosings.ts";

export const closingRoutes: AreaRoutes = (app, deps) =>
  implement(app, closingEndpoints, {
    "GET /closings": ({ query: { page, size, sort, ...filters } }) =>
      listClosings(deps, { page, size, sort }, filters),
    "GET /closings/contracts": ({ query: { page, size, sort, ...filters } }) =>
      listMonthContracts(deps, { page, size, sort }, filters),
    "POST /closings": ({ transact, user, body }) => closeMonth({ ...deps, transact }, user, body),
  });
