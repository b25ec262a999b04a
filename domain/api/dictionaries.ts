import {
  DICTIONARY_SORTS,
  dictionary,
  dictionaryCreate,
  dictionaryFilters,
  dictionaryUpdate,
} from "../dictionaries/schemas.ts";
import { pageOf } from "../paging.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery } from "./parameters.ts";

export const dictionaryEndpoints = {
  "GET /dictionaries": {
    area: "staff",
    access: "dictionary.read",
    operationId: "listDictionaries",
    summary: "Lists dictionaries",
    query: listQuery({ sorts: DICTIONARY_SORTS, filters: dictionaryFilters }),
    answers: { 200: pageOf(dictionary) },
  },
  "POST /dictionaries": {
    area: "staff",
    access: "dictionary.write",
    operationId: "createDictionary",
    summary: "Creates a dictionary",
    body: dictionaryCreate,
    answers: { 201: dictionary },
    etag: true,
    problems: ["NAME_EXISTS", "DICTIONARY_ROOM_FULL"],
  },
  "GET /dictionaries/{id}": {
    area: "staff",
    access: "dictionary.read",
    operationId: "getDictionary",
    summary: "Reads a dictionary",
    params: idParams,
    answers: { 200: dictionary },
    etag: true,
  },
  "PATCH /dictionaries/{id}": {
    area: "staff",
    access: "dictionary.write",
    operationId: "updateDictionary",
    summary: "Changes name or description of a dictionary",
    description: "Needs the lock's token, or If-Match if there is no lock.",
    params: idParams,
    body: dictionaryUpdate,
    answers: { 200: dictionary },
    etag: true,
    ifMatch: true,
    lockToken: true,
    problems: ["NAME_EXISTS", "PRECONDITION_REQUIRED"],
  },
  "DELETE /dictionaries/{id}": {
    area: "staff",
    access: "dictionary.write",
    operationId: "deleteDictionary",
    summary: "Deletes a dictionary",
    description: "Needs the lock's token, or If-Match if there is no lock.",
    params: idParams,
    answers: { 200: dictionary },
    ifMatch: true,
    lockToken: true,
    problems: ["PRECONDITION_REQUIRED"],
  },
} satisfies Endpoints<"staff">;
