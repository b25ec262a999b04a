import { usageReport, usageResults } from "../usage/events.ts";
import { MAX_USAGE_EVENTS } from "../usage/rules.ts";
import type { Endpoints } from "./endpoint.ts";

export const usageEventEndpoints = {
  "POST /usage-events": {
    area: "staff",
    access: "usage.report",
    operationId: "reportUsage",
    audit: { none: "The ledger keeps every event." },
    summary: "Reports finished transcripts",
    description:
      "Up to 500 events; one result each, in the same order. An event counts once for ever, for the contract that covers its date in Tokyo, and never beyond a cap. `duplicate`: it was recorded before. `conflict`: its id was recorded with other content. An id belongs to its organization: the same id in another organization is another event. `rejected`: longer than 24 hours (`SECONDS`), more than 5 minutes ahead (`FUTURE`), more than 90 days ago and not recorded (`PAST`), an unknown workspace or one of another organization (`WORKSPACE`), or a `vocabularyRevision` that the organization never had (`VOCABULARY`). Without an answer, and after any result but `recorded`, the same event may be sent again.",
    body: usageReport,
    bodyLimit: 1024 * 1024,
    mostItems: { events: MAX_USAGE_EVENTS },
    answers: { 200: usageResults },
    // Each event has an id of its own, and what was refused may be sent again.
    idempotencyKey: false,
    problems: ["EVENT_ROOM_FULL", "NOT_FOUND"],
  },
} satisfies Endpoints<"staff">;
