import { dictionaryEndpoints } from "../../../domain/api/dictionaries.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { writeOf } from "../locks/service/writeGuard.ts";
import { listDictionaries, readDictionary } from "./service/readDictionaries.ts";
import {
  assignDictionaries,
  changeDictionary,
  createDictionary,
  removeDictionary,
} from "./service/writeDictionary.ts";

export const dictionaryRoutes: AreaRoutes = (app, deps) =>
  implement(app, dictionaryEndpoints, {
    "GET /dictionaries": ({ member, query: { page, size, sort, ...filters } }) =>
      listDictionaries(deps, member, { page, size, sort }, filters),
    "POST /dictionaries": ({ transact, member, body }) =>
      createDictionary({ ...deps, transact }, member.organizationId, body),
    "POST /dictionaries/bulk": ({ transact, member, body }) =>
      assignDictionaries({ ...deps, transact }, member, body),
    "GET /dictionaries/{id}": ({ member: { organizationId }, params }) =>
      readDictionary(deps, { organizationId, dictionaryId: params.id }),
    "PATCH /dictionaries/{id}": (call) => changeDictionary(deps, writeOf(call), call.body),
    "DELETE /dictionaries/{id}": (call) => removeDictionary(deps, writeOf(call)),
  });
