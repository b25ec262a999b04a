import { readingEndpoints } from "../../../domain/api/readings.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { acceptReadings } from "./acceptReadings.ts";
import { findReadings } from "./service.ts";

export const readingRoutes: AreaRoutes = (app, deps) =>
  implement(app, readingEndpoints, {
    "GET /readings": ({ member, query, request }) =>
      findReadings(deps, member, { surfaces: query.surface, signal: request.signal }),
    "POST /readings": ({ member, body, request }) =>
      findReadings(deps, member, { ...body, signal: request.signal }),
    "POST /dictionaries/{id}/imports/{importId}/accept-readings": ({ member, params, request }) => {
      const { id: dictionaryId, importId } = params;
      const key = { organizationId: member.organizationId, dictionaryId, importId };
      return acceptReadings(deps, member, key, request.signal);
    },
  });
