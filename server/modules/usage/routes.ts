import { usageCourseEndpoints } from "../../../domain/api/usageCourse.ts";
import { usageEventEndpoints } from "../../../domain/api/usageEvents.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { openRecorder } from "./service/openRecorder.ts";
import { readCourse } from "./service/readCourse.ts";
import { reportUsage } from "./service/reportUsage.ts";

export const usageEventRoutes: AreaRoutes = (app, deps) => {
  const { recorder, close } = openRecorder(deps);
  app.addHook("onClose", async () => close());
  implement(app, usageEventEndpoints, {
    "POST /usage-events": ({ body }) => reportUsage(recorder, body),
  });
};

export const usageCourseRoutes: AreaRoutes = (app, deps) =>
  implement(app, usageCourseEndpoints, {
    "GET /usage": ({ query }) => readCourse(deps, query.days),
  });
