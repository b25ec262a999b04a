import { usageEventEndpoints, usageTrendEndpoints } from "../../../domain/api/usageEvents.ts";
import type { AreaRoutes } from "../../context.ts";
import { refuseOtherClock } from "../../db/schemaState.ts";
import { implement } from "../../implement.ts";
import { refuseForeign } from "../serviceKeys/service/serviceCredential.ts";
import { openRecorder } from "./service/openRecorder.ts";
import { EventQuota, readTrend, reportUsage } from "./service/reportUsage.ts";

export const usageEventRoutes: AreaRoutes = (app, deps) => {
  const { recorder, close } = openRecorder(deps);
  const quota = new EventQuota(deps);
  app.addHook("onClose", async () => close());
  implement(app, usageEventEndpoints, {
    "POST /usage-events": async ({ body, service, request, reply }) => {
      if (service) for (const event of body.events) refuseForeign(service, event.organizationId);
      // By another clock, events of now would be rejected for good.
      await refuseOtherClock(deps.database);
      const onLost = await quota.take(service, body.events.length);
      const isAnswered = () => request.overdue || reply.raw.closed;
      return reportUsage(recorder, body, { isAnswered, onLost });
    },
  });
};

export const usageTrendRoutes: AreaRoutes = (app, deps) =>
  implement(app, usageTrendEndpoints, {
    "GET /usage": ({ query }) => readTrend(deps, query.days),
  });
