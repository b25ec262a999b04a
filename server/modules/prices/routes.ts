import { priceEndpoints } from "../../../domain/api/prices.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { readPrices, setPrices } from "./service.ts";

export const priceRoutes: AreaRoutes = (app, deps) =>
  implement(app, priceEndpoints, {
    "GET /contracts/{id}/prices": ({ params }) => readPrices(deps, params.id),
    "PUT /contracts/{id}/prices": ({ transact, params, ifMatch, body }) =>
      setPrices({ ...deps, transact }, { contractId: params.id, ifMatch }, body),
  });
