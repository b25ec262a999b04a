import { formatDateTime } from "../../domain/text/dates.ts";
import { errors } from "../i18n/ja/errors.ts";
import { answerOf } from "./problem.ts";

/**
 * Who saved first and when, which the answer to a write that came too late (412) names if the audit
 * log knows; else empty. Apart from problem.ts, which the sign-in page loads without dates.
 */
export function savedFirst(error: unknown): string {
  const answer = answerOf(error);
  if (answer?.code !== "STALE_VERSION" || !answer.changedBy) return "";
  const { name, at } = answer.changedBy;
  return errors.savedFirst(name, formatDateTime(at));
}
