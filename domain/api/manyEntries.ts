import { z } from "zod";
import { dictionary } from "../dictionaries/schemas.ts";
import {
  entryBulk,
  entryBulkResult,
  entryRange,
  entryUndo,
  entryUndoResult,
} from "../entries/bulk.ts";
import { MOST_ENTRIES } from "../entries/rules.ts";
import { ENTRY_SORTS, entryFilters } from "../entries/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { exportQuery, idParams, recordId, wholeNumber } from "./parameters.ts";

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
