import { entryFileEndpoints } from "../../../domain/api/entryFiles.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { exportEntries, readFitness } from "./service.ts";

export const entryFileRoutes: AreaRoutes = (app, deps) =>
  implement(app, entryFileEndpoints, {
    "GET /dictionaries/{id}/export": ({ member: { organizationId }, params, query }) =>
      exportEntries(deps, { organizationId, dictionaryId: params.id }, query),
    "GET /dictionaries/{id}/fitness": ({ member: { organizationId }, params }) =>
      readFitness(deps, { organizationId, dictionaryId: params.id }),
  });
