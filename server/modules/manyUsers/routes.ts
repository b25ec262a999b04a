import { manyMemberEndpoints, manyUserEndpoints } from "../../../domain/api/users.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { changeUsers } from "./changeUsers.ts";

export const manyUserRoutes: AreaRoutes = (app, deps) =>
  implement(app, manyUserEndpoints, {
    "POST /users/bulk": ({ transact, user: { userId }, body }) =>
      changeUsers({ ...deps, transact }, { scope: "all", actorId: userId }, body),
  });

export const manyMemberRoutes: AreaRoutes = (app, deps) =>
  implement(app, manyMemberEndpoints, {
    "POST /users/bulk": ({ transact, member, body }) =>
      changeUsers({ ...deps, transact }, { scope: member, actorId: member.userId }, body),
  });
