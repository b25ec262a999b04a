import { adminSearchEndpoints, searchEndpoints } from "../../../domain/api/search.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { searchAll, searchOwn } from "./service.ts";

export const searchRoutes: AreaRoutes = (app, deps) =>
  implement(app, searchEndpoints, {
    "GET /search": ({ member, query }) => searchOwn(deps, member, query.q),
  });

export const adminSearchRoutes: AreaRoutes = (app, deps) =>
  implement(app, adminSearchEndpoints, {
    "GET /search": ({ query }) => searchAll(deps, query.q),
  });
