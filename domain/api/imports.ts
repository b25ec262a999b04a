import { z } from "zod";
import { dictionary } from "../dictionaries/schemas.ts";
import { FILE_LIMITS } from "../files/formats.ts";
import {
  dictionaryImport,
  importCommit,
  importResult,
  importRow,
  importRowFilters,
  importSummary,
  importUpload,
} from "../imports/schemas.ts";
import { pageOf } from "../paging.ts";
import { MOST_SURFACES } from "../readings/rules.ts";
import {
  acceptedPart,
  acceptedReadings,
  askedSurface,
  askedSurfaces,
  surfaceReadings,
} from "../readings/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { csvText, idParams, listQuery, noFields, recordId } from "./parameters.ts";

const importParams = z.strictObject({ id: recordId, importId: recordId });

export const importEndpoints = {
  "GET /dictionaries/{id}/imports": {
    area: "staff",
    access: "dictionary.write",
    operationId: "listImports",
    summary: "Lists the committed imports of a dictionary, the latest first",
    description: "Imports are kept for 14 days, what undoes them for 7.",
    params: idParams,
    query: listQuery({ sorts: ["importId"], filters: {}, direction: "desc" }),
    answers: { 200: pageOf(importSummary) },
  },
  "POST /dictionaries/{id}/imports": {
    area: "staff",
    access: "dictionary.write",
    operationId: "prepareImport",
    audit: { none: "The dictionary changes with the commit." },
    summary: "Reads a file of entries and tells what importing it would do",
    description:
      "A dry run, which changes nothing. It takes the place of the caller's last one of the dictionary that was not committed, and where an organization keeps too many, that of its oldest.",
    params: idParams,
    body: importUpload,
    upload: { bytes: FILE_LIMITS.bytes },
    heavy: true,
    answers: { 201: dictionaryImport },
    idempotencyKey: false,
    problems: ["FILE_UNREADABLE", "LIMIT_EXCEEDED", "IMPORT_ROOM_FULL"],
  },
  "GET /dictionaries/{id}/imports/{importId}": {
    area: "staff",
    access: "dictionary.write",
    operationId: "getImport",
    summary: "Reads an import",
    params: importParams,
    answers: { 200: dictionaryImport },
  },
  "DELETE /dictionaries/{id}/imports/{importId}": {
    area: "staff",
    access: "dictionary.write",
    operationId: "cancelImport",
    audit: { none: "The dictionary has not changed." },
    summary: "Cancels an import that is not committed",
    params: importParams,
    answers: { 200: importSummary },
    problems: ["ALREADY_COMMITTED"],
  },
  "GET /dictionaries/{id}/imports/{importId}/rows": {
    area: "staff",
    access: "dictionary.write",
    operationId: "listImportRows",
    summary: "Lists what an import would do, row by row",
    description:
      "Once it is committed, the rows that changed an entry, while it can be undone. By `verdict` those with errors come first, then the others, each in the order of the file.",
    params: importParams,
    query: listQuery({ sorts: ["rowNo", "verdict"], filters: importRowFilters }),
    answers: { 200: pageOf(importRow) },
  },
  "GET /dictionaries/{id}/imports/{importId}/errors": {
    area: "staff",
    access: "dictionary.write",
    operationId: "exportImportErrors",
    audit: "取り込みのエラー行をダウンロード",
    summary: "Downloads the error rows of an import as a CSV file",
    description:
      "In our own format, which can be imported once it is corrected. There are none after the commit.",
    params: importParams,
    answers: { 200: csvText },
    file: "text/csv",
  },
  "POST /dictionaries/{id}/imports/{importId}/commit": {
    area: "staff",
    access: "dictionary.write",
    operationId: "commitImport",
    audit: "辞書に取り込み",
    summary: "Writes an import into its dictionary, all or nothing",
    description: "Needs the lock's token, or If-Match of the dictionary if there is no lock.",
    params: importParams,
    body: importCommit,
    heavy: true,
    answers: { 200: importResult },
    ifMatch: dictionary,
    lockToken: true,
    problems: [
      "ALREADY_COMMITTED",
      "IMPORT_HAS_ERRORS",
      "TOO_MANY_ENTRIES",
      "ENTRY_ROOM_FULL",
      "IMPORT_ROOM_FULL",
      "PRECONDITION_REQUIRED",
    ],
  },
  "POST /dictionaries/{id}/imports/{importId}/revert": {
    area: "staff",
    access: "dictionary.write",
    operationId: "revertImport",
    audit: "取り込みを取り消し",
    summary: "Undoes an import within 7 days",
    description:
      "Needs the lock's token, or If-Match of the dictionary if there is no lock. ENTRIES_CHANGED names up to 100 entries that changed since.",
    params: importParams,
    body: noFields,
    heavy: true,
    answers: { 200: importSummary },
    ifMatch: dictionary,
    lockToken: true,
    problems: [
      "NOT_COMMITTED",
      "ALREADY_REVERTED",
      "TOO_LATE",
      "ENTRIES_CHANGED",
      "TOO_MANY_ENTRIES",
      "ENTRY_ROOM_FULL",
      "PRECONDITION_REQUIRED",
    ],
  },
} satisfies Endpoints<"staff">;

/** 200 surfaces of 100 characters, each written as two escapes. */
const SURFACES_BYTES = 256 * 1024;

const description =
  "Up to five readings of each surface, the likeliest first: those of the organization's enabled words, whole and as parts, then those of a morphological analyser. None where some part cannot be read. They are proposals, which a person has to accept.";

export const readingEndpoints = {
  "GET /readings": {
    area: "staff",
    access: "dictionary.read",
    operationId: "readReadings",
    summary: "Proposes readings for surfaces",
    description,
    query: z.strictObject({ surface: askedSurface }),
    answers: { 200: surfaceReadings },
  },
  "POST /readings": {
    area: "staff",
    access: "dictionary.read",
    operationId: "findReadings",
    audit: { none: "It changes nothing." },
    summary: "Proposes readings for more surfaces than an address holds",
    description,
    body: askedSurfaces,
    bodyLimit: SURFACES_BYTES,
    mostItems: { surfaces: MOST_SURFACES },
    heavy: true,
    answers: { 200: surfaceReadings },
    idempotencyKey: false,
  },
  "POST /dictionaries/{id}/imports/{importId}/accept-readings": {
    area: "staff",
    access: "dictionary.write",
    operationId: "acceptImportReadings",
    audit: { none: "The dictionary changes with the commit." },
    summary: "Gives rows without a reading the one on which two sources agree",
    description:
      "Rows whose sources differ stay error rows, and so do those that break another rule. `withoutReading` tells how many are left, and `next` whether there is a further part of the file.",
    params: importParams,
    body: acceptedPart,
    heavy: true,
    answers: { 200: acceptedReadings },
    problems: ["ALREADY_COMMITTED"],
  },
} satisfies Endpoints<"staff">;

/** For files of people and contracts of any organization, whose own words are not asked. */
export const nameReadingEndpoints = {
  "POST /readings": {
    ...readingEndpoints["POST /readings"],
    area: "admin",
    access: "user.manage",
    operationId: "findNameReadings",
    summary: "Proposes readings for names",
    description: "As in the staff area, without words of organizations.",
  },
} satisfies Endpoints<"admin">;
