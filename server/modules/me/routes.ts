import { currentUser, userProfile, userProfileUpdate } from "../../../domain/users.ts";
import { type AreaRoutes, signedIn } from "../../context.ts";
import { readProfile, selectWorkspace } from "./service.ts";

/** Admin area: the current user of spec 3. */
export const currentUserRoutes: AreaRoutes = (app) => {
  app.get(
    "/me",
    { config: { access: "admin.me" }, schema: { response: { 200: currentUser } } },
    async (request) => signedIn(request),
  );
};

/** Staff area: the own profile. */
export const profileRoutes: AreaRoutes = (app, deps) => {
  app.get(
    "/users/me",
    { config: { access: "profile.own" }, schema: { response: { 200: userProfile } } },
    async (request) => readProfile(deps, signedIn(request)),
  );

  app.patch(
    "/users/me",
    {
      config: { access: "profile.own" },
      schema: { body: userProfileUpdate, response: { 200: userProfile } },
    },
    async (request) => selectWorkspace(deps, signedIn(request), request.body),
  );
};
