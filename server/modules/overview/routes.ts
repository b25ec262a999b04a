import { overviewEndpoints } from "../../../domain/api/overview.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { listWorkspacesOf, readOverview } from "./service.ts";

export const overviewRoutes: AreaRoutes = (app, deps) =>
  implement(app, overviewEndpoints, {
    "GET /organizations/{id}/overview": ({ user, params }) =>
      readOverview(deps, user.userId, params.id),
    "GET /organizations/{id}/workspaces": ({ user, params, query }) =>
      listWorkspacesOf(deps, { organizationId: params.id, userId: user.userId }, query),
  });
