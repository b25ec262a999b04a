import { currentUserEndpoints, profileEndpoints } from "../../../../domain/api/profile.ts";
import type { AreaRoutes } from "../../../context.ts";
import { implement } from "../../../implement.ts";
import { readProfile, selectWorkspace } from "./service.ts";

export const currentUserRoutes: AreaRoutes = (app) =>
  implement(app, currentUserEndpoints, { "GET /me": async ({ user }) => user });

export const profileRoutes: AreaRoutes = (app, deps) =>
  implement(app, profileEndpoints, {
    "GET /users/me": ({ user }) => readProfile(deps, user),
    "PATCH /users/me": ({ user, body }) => selectWorkspace(deps, user, body),
  });
