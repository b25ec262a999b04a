import { isBefore, subHours } from "date-fns";
import {
  adminSubmissionEndpoints,
  type Submission,
  submissionEndpoints,
} from "../../../domain/api/submissions.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import { implement } from "../../implement.ts";
import { abandonedBefore } from "../../plugins/idempotency.ts";
import { ANSWER_HOURS, findLatestClaim } from "../../plugins/idempotencyQueries.ts";

const NONE: Submission = { state: "NONE", at: null };

/**
 * What became of the user's POST with this Idempotency-Key. A claim without an answer that is older
 * than any request can run was lost to a crash, and has had no effect.
 */
async function readSubmission(
  { db, now }: Pick<Deps, "db" | "now">,
  userId: string,
  key: string,
): Promise<Submission> {
  const at = now();
  const claim = await findLatestClaim(db, { userId, key, since: subHours(at, ANSWER_HOURS) });
  if (!claim) return NONE;
  const found = { at: claim.created_at.toISOString() };
  if (claim.status === null) {
    return isBefore(claim.created_at, abandonedBefore(at)) ? NONE : { state: "RUNNING", ...found };
  }
  return claim.status < 300 ? { state: "TAKEN", ...found } : NONE;
}

export const submissionRoutes: AreaRoutes = (app, deps) =>
  implement(app, submissionEndpoints, {
    "GET /submissions": ({ user, query }) => readSubmission(deps, user.userId, query.key),
  });

export const adminSubmissionRoutes: AreaRoutes = (app, deps) =>
  implement(app, adminSubmissionEndpoints, {
    "GET /submissions": ({ user, query }) => readSubmission(deps, user.userId, query.key),
  });
