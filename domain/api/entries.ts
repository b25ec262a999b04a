import { z } from "zod";
import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import { dictionary } from "../dictionaries/schemas.ts";
import { entryFields } from "../entries/fields.ts";
import { MOST_OPERATIONS } from "../entries/rules.ts";
import {
  ENTRY_SORTS,
  entry,
  entryBatch,
  entryBatchResult,
  entryCreate,
  entryFilters,
  entryUpdate,
  withReflection,
} from "../entries/schemas.ts";
import { pageOf } from "../paging.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery, recordId } from "./parameters.ts";

const entryParams = z.strictObject({ id: recordId, entryId: recordId });

/** 1,000 entries of the longest texts. */
const BATCH_BYTES = 2 * 1024 * 1024;

export const entryEndpoints = {
  "GET /dictionaries/{id}/entries": {
    area: "staff",
    access: "dictionary.read",
    operationId: "listEntries",
    live: true,
    summary: "Lists the entries of a dictionary",
    params: idParams,
    query: listQuery({ sorts: ENTRY_SORTS, filters: { ...entryFilters, ...withReflection } }),
    heavy: { withQuery: "warning" },
    answers: { 200: pageOf(entry) },
  },
  "POST /dictionaries/{id}/entries": {
    area: "staff",
    access: "dictionary.write",
    operationId: "createEntry",
    audit: "単語を追加",
    summary: "Adds an entry to a dictionary",
    description: "Needs the lock's token, or If-Match of the dictionary if there is no lock.",
    params: idParams,
    body: entryCreate,
    answers: { 201: entry },
    etag: true,
    ifMatch: dictionary,
    lockToken: true,
    problems: ["DUPLICATE", "TOO_MANY_ENTRIES", "ENTRY_ROOM_FULL", "PRECONDITION_REQUIRED"],
  },
  "POST /dictionaries/{id}/entries/batch": {
    area: "staff",
    access: "dictionary.write",
    operationId: "writeEntries",
    audit: "単語をまとめて変更",
    summary: "Adds, changes and deletes up to 1,000 entries at once, all or none",
    description:
      "Needs the lock's token, or If-Match of the dictionary if there is no lock. Errors are named by path, such as `create.3.reading`.",
    params: idParams,
    body: entryBatch,
    bodyLimit: BATCH_BYTES,
    mostItems: { create: MOST_OPERATIONS, update: MOST_OPERATIONS, delete: MOST_OPERATIONS },
    heavy: true,
    answers: { 200: entryBatchResult },
    ifMatch: z.union([dictionary, entry]),
    lockToken: true,
    problems: ["DUPLICATE", "TOO_MANY_ENTRIES", "ENTRY_ROOM_FULL", "PRECONDITION_REQUIRED"],
  },
  "GET /dictionaries/{id}/entries/{entryId}": {
    area: "staff",
    access: "dictionary.read",
    operationId: "getEntry",
    summary: "Reads an entry of a dictionary",
    params: entryParams,
    answers: { 200: entry },
    etag: true,
  },
  "PATCH /dictionaries/{id}/entries/{entryId}": {
    area: "staff",
    access: "dictionary.write",
    operationId: "updateEntry",
    audit: "単語を編集",
    summary: "Changes an entry of a dictionary",
    description: "Needs the lock's token, or If-Match if there is no lock.",
    params: entryParams,
    body: entryUpdate,
    answers: { 200: entry },
    etag: true,
    ifMatch: true,
    lockToken: true,
    problems: ["DUPLICATE", "PRECONDITION_REQUIRED"],
  },
  "DELETE /dictionaries/{id}/entries/{entryId}": {
    area: "staff",
    access: "dictionary.write",
    operationId: "deleteEntry",
    audit: "単語を削除",
    summary: "Deletes an entry of a dictionary",
    description: "Needs the lock's token, or If-Match if there is no lock.",
    params: entryParams,
    answers: { 200: entry },
    ifMatch: true,
    lockToken: true,
    problems: ["PRECONDITION_REQUIRED"],
  },
} satisfies Endpoints<"staff">;

/** An entry changes in events about its dictionary, which may be about many entries. */
export const entryKind = auditedKind({
  name: "entry",
  label: "単語",
  resource: "entries",
  schema: entry,
  fields: entryFields,
  unlogged: {
    ...OF_EVERY_RECORD,
    entryId: "names the entry",
    dictionaryId: "is the target",
    warnings: "follow from other entries",
    reflection: "tells what engines did",
    mergedInto: "follows from 無効, whose event counts what was merged",
    uses30Days: "tells what engines did",
  },
});
