import { nameReadingEndpoints, readingEndpoints } from "../../../domain/api/readings.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { disconnectSignal } from "../../plugins/uploads.ts";
import { acceptReadings, findReadings } from "./service.ts";

export const readingRoutes: AreaRoutes = (app, deps) =>
  implement(app, readingEndpoints, {
    "GET /readings": ({ member, query, reply }) =>
      findReadings(deps, member, { surfaces: query.surface, signal: disconnectSignal(reply) }),
    "POST /readings": ({ member, body, reply }) =>
      findReadings(deps, member, { ...body, signal: disconnectSignal(reply) }),
    "POST /dictionaries/{id}/imports/{importId}/accept-readings": (call) => {
      const { member, params, body, reply } = call;
      const { id: dictionaryId, importId } = params;
      const key = { organizationId: member.organizationId, dictionaryId, importId };
      return acceptReadings(deps, member, { ...key, ...body }, disconnectSignal(reply));
    },
  });

export const nameReadingRoutes: AreaRoutes = (app, deps) =>
  implement(app, nameReadingEndpoints, {
    "POST /readings": ({ body, reply }) =>
      findReadings(deps, null, { ...body, signal: disconnectSignal(reply) }),
  });
