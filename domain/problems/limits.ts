/** The limits that a caller can reach, by the name that 429 and 503 say (docs/product/api.md). */
export const LIMITS = [
  "requestsPerMinute",
  "refusedCredentials",
  "requests",
  "heavyRequests",
  "throttle",
  "waitingRequests",
  "bodies",
  "uploads",
  "downloads",
  "server",
  "fileWork",
  "analysis",
  "vocabularyReads",
  "streams",
  "storedAnswers",
  "eventsPerDay",
  "waitingEvents",
  "mails",
  "unknownInvitations",
] as const;

export type LimitName = (typeof LIMITS)[number];
