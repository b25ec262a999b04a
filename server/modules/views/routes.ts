import { adminViewEndpoints, viewEndpoints } from "../../../domain/api/views.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import { implement, type SharedHandlers } from "../../implement.ts";
import {
  changeView,
  chooseColumns,
  chooseDefault,
  chooseSize,
  createView,
  listViews,
  removeView,
} from "./service.ts";

export const viewRoutes: AreaRoutes = (app, deps) =>
  implement(app, viewEndpoints, handlersOf(deps));

export const adminViewRoutes: AreaRoutes = (app, deps) =>
  implement(app, adminViewEndpoints, handlersOf(deps));

const handlersOf = (deps: Deps): SharedHandlers<typeof viewEndpoints> => ({
  "GET /views": ({ user, query }) => listViews(deps, user, query.list),
  "POST /views": ({ transact, user, body }) => createView({ ...deps, transact }, user, body),
  "PATCH /views/{id}": ({ user, params, ifMatch, body }) =>
    changeView(deps, { viewId: params.id, user, ifMatch }, body),
  "DELETE /views/{id}": ({ user, params, ifMatch }) =>
    removeView(deps, { viewId: params.id, user, ifMatch }),
  "PUT /views/default": ({ user, body }) => chooseDefault(deps, user, body),
  "PUT /views/size": ({ user, body }) => chooseSize(deps, user, body),
  "PUT /views/columns": ({ user, body }) => chooseColumns(deps, user, body),
});
