import { isBefore, subHours } from "date-fns";
import type { Submission } from "../../../domain/api/submissions.ts";
import type { Deps } from "../../context.ts";
import { abandonedBefore } from "../../plugins/idempotency.ts";
import { ANSWER_HOURS, findLatestClaim } from "../../plugins/idempotencyQueries.ts";

const NONE: Submission = { state: "NONE", at: null };

/**
 * What became of the user's POST with this Idempotency-Key. A claim without an answer that is older
 * than any request can run was lost to a crash, and has had no effect.
 */
export async function readSubmission(
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
