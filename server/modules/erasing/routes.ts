import { erasingEndpoints } from "../../../domain/api/erasing.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { eraseOrganization, eraseUser, readErasure } from "./service/erase.ts";
import { previewOrganization, previewUser } from "./service/previewErasure.ts";

export const erasingRoutes: AreaRoutes = (app, deps) =>
  implement(app, erasingEndpoints, {
    "GET /users/{id}/personal-data": ({ params, user }) => previewUser(deps, params.id, user),
    "DELETE /users/{id}/personal-data": ({ params, user: actor, body }) =>
      eraseUser(deps, { id: params.id, actor, ...body }),
    "GET /organizations/{id}/personal-data": ({ params, user }) =>
      previewOrganization(deps, params.id, user),
    "DELETE /organizations/{id}/personal-data": ({ params, user: actor, body }) =>
      eraseOrganization(deps, { id: params.id, actor, ...body }),
    "GET /erasures/{id}": ({ params }) => readErasure(deps.db, params.id),
  });
