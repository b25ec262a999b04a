import type { usageEventEndpoints } from "../../../domain/api/usageEvents.ts";
import type { RouteRow } from "../routeRow.ts";

const report = (organizationId: number) => ({
  url: "/api/v1/usage-events",
  body: {
    events: [
      {
        eventId: "walk",
        organizationId,
        occurredAt: "2026-04-15T12:00:00+09:00",
        seconds: 60,
      },
    ],
  },
});

export const staffRows: Readonly<Record<keyof typeof usageEventEndpoints, RouteRow>> = {
  "POST /usage-events": {
    may: [],
    key: { scope: "usage.report", ofOrganization: report },
    // The ids of another organization are no error of the request: each event has its own result.
    send: ({ own }) => report(own.organizationId),
  },
};
