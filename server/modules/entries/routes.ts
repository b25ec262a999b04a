import { entryEndpoints } from "../../../domain/api/entries.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { writeOf } from "../locks/service/writeGuard.ts";
import { listEntries, readEntry } from "./service/readEntries.ts";
import { changeEntry, createEntry, removeEntry, writeBatch } from "./service/writeEntries.ts";

export const entryRoutes: AreaRoutes = (app, deps) =>
  implement(app, entryEndpoints, {
    "GET /dictionaries/{id}/entries": (call) => {
      const { page, size, sort, reflection, ...filters } = call.query;
      const key = { organizationId: call.member.organizationId, dictionaryId: call.params.id };
      const query = { page, size, sort, withReflection: reflection === "true" };
      return listEntries(deps, key, query, filters);
    },
    "POST /dictionaries/{id}/entries": (call) =>
      createEntry({ ...deps, transact: call.transact }, writeOf(call), call.body),
    "POST /dictionaries/{id}/entries/batch": (call) =>
      writeBatch({ ...deps, transact: call.transact }, writeOf(call), call.body),
    "GET /dictionaries/{id}/entries/{entryId}": ({ member: { organizationId }, params }) =>
      readEntry(deps, { organizationId, dictionaryId: params.id }, params.entryId),
    "PATCH /dictionaries/{id}/entries/{entryId}": (call) =>
      changeEntry(deps, writeOf(call), { entryId: call.params.entryId, changes: call.body }),
    "DELETE /dictionaries/{id}/entries/{entryId}": (call) =>
      removeEntry(deps, writeOf(call), call.params.entryId),
  });
