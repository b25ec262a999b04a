import { usageCourseEndpoints } from "../../../domain/api/usageCourse.ts";
import { usageEventEndpoints } from "../../../domain/api/usageEvents.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { EventRoom } from "./service/eventRoom.ts";
import { openRecorder } from "./service/openRecorder.ts";
import { readCourse } from "./service/readCourse.ts";
import { reportUsage } from "./service/reportUsage.ts";

export const usageEventRoutes: AreaRoutes = (app, deps) => {
  const { recorder, close } = openRecorder(deps);
  const room = new EventRoom(deps);
  app.addHook("onClose", async () => close());
  implement(app, usageEventEndpoints, {
    "POST /usage-events": async ({ body, service, request, reply }) => {
      const onLost = await room.take(service, body.events.length);
      const isAnswered = () => request.overdue || reply.raw.closed;
      return reportUsage(recorder, body, { isAnswered, onLost });
    },
  });
};

export const usageCourseRoutes: AreaRoutes = (app, deps) =>
  implement(app, usageCourseEndpoints, {
    "GET /usage": ({ query }) => readCourse(deps, query.days),
  });
