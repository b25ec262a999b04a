import { healthEndpoints } from "../../../domain/api/health.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { disconnectSignal } from "../../plugins/uploads.ts";
import { writeOf } from "../locks/service/writeGuard.ts";
import { distinguish, mergeEntries, readHealth } from "./service.ts";

export const healthRoutes: AreaRoutes = (app, deps) =>
  implement(app, healthEndpoints, {
    "GET /dictionaries/{id}/health": ({ member: { organizationId }, params, reply }) =>
      readHealth(deps, { organizationId, dictionaryId: params.id }, disconnectSignal(reply)),
    "GET /health/words": ({ member: { organizationId }, reply }) =>
      readHealth(deps, { organizationId }, disconnectSignal(reply)),
    "POST /dictionaries/{id}/health/merge": (call) =>
      mergeEntries({ ...deps, transact: call.transact }, writeOf(call), call.body),
    "POST /dictionaries/{id}/health/distinct": ({ member, params, body, transact }) =>
      distinguish(
        { ...deps, transact },
        { organizationId: member.organizationId, dictionaryId: params.id },
        body,
      ),
  });
