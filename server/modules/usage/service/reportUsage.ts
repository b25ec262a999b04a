import {
  eventsOf,
  resultsOf,
  type UsageReport,
  type UsageResults,
} from "../../../../domain/usage/events.ts";
import type { ReportHandling, UsageRecorder } from "./usageRecorder.ts";

/**
 * Records a report of finished transcripts (docs/product/usage.md#reporting-events): one result per
 * event, in its order. Without an answer nothing is certain, and the report can be sent again.
 * Throws 503 if the database is away or too many events wait, 429 if too many of an organization
 * do. What still waits once the request `isAnswered` is forgotten.
 */
export async function reportUsage(
  recorder: UsageRecorder,
  report: UsageReport,
  handling: ReportHandling = {},
): Promise<UsageResults> {
  const events = eventsOf(report);
  return resultsOf(events, await recorder.record(events, handling));
}
