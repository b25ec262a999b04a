import { manyEntryEndpoints } from "../../../domain/api/entries.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { writeOf } from "../locks/service/writeGuard.ts";
import { changeEntries, readRange, undoAct } from "./service.ts";

export const manyEntryRoutes: AreaRoutes = (app, deps) =>
  implement(app, manyEntryEndpoints, {
    "GET /dictionaries/{id}/entries/range": ({ member: { organizationId }, params, query }) =>
      readRange(deps, { organizationId, dictionaryId: params.id }, query),
    "POST /dictionaries/{id}/entries/bulk": (call) =>
      changeEntries({ ...deps, transact: call.transact }, writeOf(call), call.body),
    "POST /dictionaries/{id}/entries/bulk/{actId}/undo": (call) =>
      undoAct(
        { ...deps, transact: call.transact },
        { ...writeOf(call), importId: call.params.actId },
        call.body,
      ),
  });
