import { worklistEndpoints } from "../../../domain/api/worklist.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { readWorklist } from "./service.ts";

export const worklistRoutes: AreaRoutes = (app, deps) =>
  implement(app, worklistEndpoints, {
    "GET /worklist": ({ user, query }) => readWorklist(deps, user.userId, query),
  });
