import {
  eventsOf,
  resultsOf,
  type UsageReport,
  type UsageResults,
} from "../../../../domain/usageEvents.ts";
import type { UsageRecorder } from "./usageRecorder.ts";

/**
 * Records a report of finished transcripts (design 6): one result per event, in its order. Without
 * an answer nothing is certain, and the report can be sent again. Throws 503 if the database is away
 * or too many events wait.
 */
export async function reportUsage(
  recorder: UsageRecorder,
  report: UsageReport,
): Promise<UsageResults> {
  const events = eventsOf(report);
  return resultsOf(events, await recorder.record(events));
}
