import { tooManyEvents } from "../../../../domain/sentences.ts";
import {
  eventsOf,
  resultsOf,
  type UsageReport,
  type UsageResults,
} from "../../../../domain/usageEvents.ts";
import { MAX_USAGE_EVENTS } from "../../../../domain/usageRules.ts";
import { limitExceeded } from "../../../problem.ts";
import type { UsageRecorder } from "./usageRecorder.ts";

/**
 * Records a report of finished transcripts (design 6): one result per event, in its order. Without
 * an answer nothing is certain, and the report can be sent again. Throws 431 for more than 500
 * events, 503 if the database is away or too many events wait.
 */
export async function reportUsage(
  recorder: UsageRecorder,
  report: UsageReport,
): Promise<UsageResults> {
  if (report.events.length > MAX_USAGE_EVENTS) {
    throw limitExceeded({ message: tooManyEvents(MAX_USAGE_EVENTS) });
  }
  const events = eventsOf(report);
  return resultsOf(events, await recorder.record(events));
}
