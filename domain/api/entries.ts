import { z } from "zod";
import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import { dictionary } from "../dictionaries/schemas.ts";
import {
  entryBulk,
  entryBulkResult,
  entryRange,
  entryUndo,
  entryUndoResult,
} from "../entries/bulk.ts";
import { entryFields } from "../entries/fields.ts";
import { MOST_ENTRIES, MOST_OPERATIONS } from "../entries/rules.ts";
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
import { dictionaryFitness, entryExportQuery } from "../files/schemas.ts";
import { pageOf } from "../paging.ts";
import type { Endpoints } from "./endpoint.ts";
import { exportQuery, fileText, idParams, listQuery, recordId, wholeNumber } from "./parameters.ts";

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

export const entryFileEndpoints = {
  "GET /dictionaries/{id}/export": {
    area: "staff",
    access: "dictionary.read",
    operationId: "exportEntries",
    audit: "辞書をダウンロード",
    summary: "Writes the entries of a dictionary as a file",
    description:
      "In the order of their ids. A format or an encoding that would lose something is refused with what it would lose, unless `lossy` is true. docs/formats.md describes the formats.",
    params: idParams,
    query: entryExportQuery,
    answers: { 200: fileText },
    file: "text/plain",
    problems: ["EXPORT_LOSSY", "TEMPORARY_FOLDER_FULL"],
  },
  "GET /dictionaries/{id}/fitness": {
    area: "staff",
    access: "dictionary.read",
    operationId: "getDictionaryFitness",
    summary: "Tells what of a dictionary each engine cannot take",
    params: idParams,
    heavy: true,
    answers: { 200: dictionaryFitness },
  },
} satisfies Endpoints<"staff">;

/** 10,000 entries with their versions. */
const BULK_BYTES = 1024 * 1024;

const actParams = z.strictObject({ id: recordId, actId: recordId });

const write = {
  area: "staff",
  access: "dictionary.write",
  bodyLimit: BULK_BYTES,
  mostItems: { entries: MOST_ENTRIES },
  heavy: true,
  ifMatch: dictionary,
  lockToken: true,
} as const;

/** What is done to many entries of a dictionary at once (docs/product/dictionaries.md#many-at-once). */
export const manyEntryEndpoints = {
  "GET /dictionaries/{id}/entries/range": {
    area: "staff",
    access: "dictionary.read",
    operationId: "readEntryRange",
    summary: "Reads the entries of a dictionary from one place of a list to another",
    description: "In the order and under the conditions of the list, from 0; `to` is the last one.",
    params: idParams,
    query: exportQuery({ sorts: ENTRY_SORTS, filters: entryFilters }).extend({
      from: wholeNumber.meta({ sentAs: { type: "integer", minimum: 0, maximum: 999_999_999 } }),
      to: wholeNumber.meta({ sentAs: { type: "integer", minimum: 0, maximum: 999_999_999 } }),
    }),
    heavy: true,
    answers: { 200: entryRange },
  },
  "POST /dictionaries/{id}/entries/bulk": {
    ...write,
    operationId: "changeEntries",
    audit: "単語をまとめて変更",
    summary: "Enables, disables or deletes many entries, all or none",
    description:
      "Entries by their ids, or all under conditions of the list. Needs the lock's token, or If-Match of the dictionary if there is no lock. What was deleted before is counted in `missing`. An entry of another version than was seen refuses all: ROWS_REFUSED has a sentence for each in `errors`, as `entries.2`.",
    params: idParams,
    body: entryBulk,
    answers: { 200: entryBulkResult },
    problems: ["ROWS_REFUSED", "PRECONDITION_REQUIRED"],
  },
  "POST /dictionaries/{id}/entries/bulk/{actId}/undo": {
    ...write,
    operationId: "undoEntryAct",
    audit: "単語の一括変更を取り消し",
    summary: "Undoes what was done to many entries, within a day",
    description:
      "Deleted entries come back with their ids. Entries that have changed since stay as they are, and are named. Needs the lock's token, or If-Match of the dictionary if there is no lock.",
    params: actParams,
    body: entryUndo,
    answers: { 200: entryUndoResult },
    problems: ["TOO_MANY_ENTRIES", "ENTRY_ROOM_FULL", "PRECONDITION_REQUIRED"],
  },
} satisfies Endpoints<"staff">;
