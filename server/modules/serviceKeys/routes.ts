import { serviceKeyEndpoints } from "../../../domain/api/serviceKeys.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import {
  createServiceKey,
  listServiceKeys,
  readServiceKey,
  replaceServiceKey,
  revokeServiceKey,
} from "./service/serviceKeys.ts";

export const serviceKeyRoutes: AreaRoutes = (app, deps) =>
  implement(app, serviceKeyEndpoints, {
    "GET /service-keys": ({ query: { q, ...query } }) => listServiceKeys(deps, query, { q }),
    "POST /service-keys": ({ user, transact, body }) =>
      createServiceKey({ ...deps, transact }, user.userId, body),
    "GET /service-keys/{id}": ({ params }) => readServiceKey(deps, params.id),
    "POST /service-keys/{id}/replacement": ({ user, transact, params, body }) =>
      replaceServiceKey({ ...deps, transact }, user.userId, params.id, body),
    "DELETE /service-keys/{id}": ({ params }) => revokeServiceKey(deps, params.id),
  });
