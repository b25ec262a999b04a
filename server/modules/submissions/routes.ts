import { adminSubmissionEndpoints, submissionEndpoints } from "../../../domain/api/submissions.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { readSubmission } from "./service.ts";

export const submissionRoutes: AreaRoutes = (app, deps) =>
  implement(app, submissionEndpoints, {
    "GET /submissions": ({ user, query }) => readSubmission(deps, user.userId, query.key),
  });

export const adminSubmissionRoutes: AreaRoutes = (app, deps) =>
  implement(app, adminSubmissionEndpoints, {
    "GET /submissions": ({ user, query }) => readSubmission(deps, user.userId, query.key),
  });
