import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import { dictionaryFields } from "../dictionaries/fields.ts";
import {
  assignedDictionaries,
  DICTIONARY_SORTS,
  dictionary,
  dictionaryAssignments,
  dictionaryCreate,
  dictionaryFilters,
  dictionaryUpdate,
} from "../dictionaries/schemas.ts";
import { pageOf } from "../paging.ts";
import { workspace } from "../workspaces/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery } from "./parameters.ts";

export const dictionaryEndpoints = {
  "GET /dictionaries": {
    area: "staff",
    access: "dictionary.read",
    operationId: "listDictionaries",
    live: true,
    summary: "Lists dictionaries",
    query: listQuery({ sorts: DICTIONARY_SORTS, filters: dictionaryFilters }),
    answers: { 200: pageOf(dictionary) },
  },
  "POST /dictionaries": {
    area: "staff",
    access: "dictionary.write",
    operationId: "createDictionary",
    audit: "辞書を作成",
    summary: "Creates a dictionary",
    body: dictionaryCreate,
    answers: { 201: dictionary },
    etag: true,
    problems: ["NAME_EXISTS", "DICTIONARY_ROOM_FULL"],
  },
  "POST /dictionaries/bulk": {
    area: "staff",
    access: "dictionary.write",
    operationId: "assignDictionaries",
    audit: "辞書の対象ワークスペースをまとめて変更",
    summary: "Says for which workspaces many dictionaries are used",
    description:
      "At most 100 dictionaries, in one transaction. A dictionary that is locked, also by the caller, or that has changed refuses all: ROWS_REFUSED has a sentence for each in `errors`, as `dictionaries.2`.",
    body: dictionaryAssignments,
    answers: { 200: assignedDictionaries },
    problems: ["NOT_FOUND", "ROWS_REFUSED"],
  },
  "GET /dictionaries/{id}": {
    area: "staff",
    access: "dictionary.read",
    operationId: "getDictionary",
    live: true,
    summary: "Reads a dictionary",
    params: idParams,
    answers: { 200: dictionary },
    etag: true,
  },
  "PATCH /dictionaries/{id}": {
    area: "staff",
    access: "dictionary.write",
    operationId: "updateDictionary",
    audit: "辞書を編集",
    summary: "Changes name, description or workspaces of a dictionary",
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
    audit: "辞書を削除",
    summary: "Deletes a dictionary",
    description: "Needs the lock's token, or If-Match if there is no lock.",
    params: idParams,
    answers: { 200: dictionary },
    ifMatch: true,
    lockToken: true,
    problems: ["PRECONDITION_REQUIRED"],
  },
} satisfies Endpoints<"staff">;

/** With the names that its workspaces have at the time of an event. */
const dictionaryWithWorkspaces = dictionary.extend({
  workspaces: workspace.pick({ workspaceId: true, workspaceName: true }).array().optional(),
});

export const dictionaryKind = auditedKind({
  name: "dictionary",
  label: "辞書",
  resource: "dictionaries",
  schema: dictionaryWithWorkspaces,
  update: dictionaryUpdate,
  fields: dictionaryFields,
  unlogged: {
    ...OF_EVERY_RECORD,
    dictionaryId: "is the target",
    organizationId: "is the organization of the event",
    workspaceIds: "are shown with their names",
    entryCount: "counts the entries, which are shown",
    lockedAt: "is held for minutes only",
    lockedBy: "is held for minutes only",
    lockedByName: "is held for minutes only",
    lockExpiresAt: "is held for minutes only",
  },
});
