import { overviewEndpoints } from "../../../domain/api/overview.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { readOverview } from "./service.ts";

export const overviewRoutes: AreaRoutes = (app, deps) =>
  implement(app, overviewEndpoints, {
    "GET /organizations/{id}/overview": ({ user, params }) =>
      readOverview(deps, user.userId, params.id),
  });
