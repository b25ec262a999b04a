import type { Deps } from "../../../context.ts";
import { recordBatch } from "./recordBatch.ts";
import { type AnnouncerDeps, UsageAnnouncer } from "./usageAnnouncer.ts";
import { UsageRecorder } from "./usageRecorder.ts";

/** The recorder of this process: it writes to the database and announces what has changed. */
export function openRecorder(deps: Pick<Deps, "now"> & AnnouncerDeps) {
  const announcer = new UsageAnnouncer(deps);
  const recorder = new UsageRecorder(async (events, options) => {
    const verdicts = await recordBatch(deps, events, options);
    verdicts.forEach((verdict, place) => {
      const event = events[place];
      if (event && verdict?.result === "recorded") {
        announcer.changed({ organizationId: event.organizationId, contractId: verdict.contractId });
      }
    });
    return verdicts;
  });
  return { recorder, close: () => announcer.close() };
}
