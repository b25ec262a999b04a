import { readingEndpoints } from "../../../domain/api/readings.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { findReadings } from "./service.ts";

export const readingRoutes: AreaRoutes = (app, deps) =>
  implement(app, readingEndpoints, {
    "GET /readings": ({ member, query, request }) =>
      findReadings(deps, member, { surfaces: query.surface, signal: request.signal }),
    "POST /readings": ({ member, body, request }) =>
      findReadings(deps, member, { ...body, signal: request.signal }),
  });
