import {
  dictionaryReflection,
  jsonForms,
  reflection,
  vocabularyChanges,
  vocabularyChangesQuery,
  vocabularyQuery,
  vocabularyReport,
} from "../vocabulary/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { fileText, idParams } from "./parameters.ts";

export const vocabularyEndpoints = {
  "GET /vocabulary": {
    area: "staff",
    access: "vocabulary.read",
    operationId: "getVocabulary",
    summary: "Gives the words of an organization in the form of an engine",
    description:
      "The enabled entries that the dictionaries amount to, one per surface and reading: by category, weight and the lower id, the most important first. docs/formats.md describes the forms and what they leave out, which `X-Omitted` counts; the form `json` is the schema Vocabulary. Send the ETag back as If-None-Match, and nothing is answered (304) until the words change.",
    query: vocabularyQuery,
    answers: { 200: fileText },
    media: {
      "application/json": jsonForms,
      "text/plain": fileText,
      "text/tab-separated-values": fileText,
    },
    problems: ["NOT_FOUND", "TEMPORARY_FOLDER_FULL"],
  },
  "GET /vocabulary/report": {
    area: "staff",
    access: "vocabulary.read",
    operationId: "getVocabularyReport",
    summary: "Tells which words an engine does not get, and why",
    query: vocabularyQuery,
    answers: { 200: vocabularyReport },
    problems: ["NOT_FOUND"],
  },
  "GET /vocabulary/changes": {
    area: "staff",
    access: "vocabulary.read",
    operationId: "listVocabularyChanges",
    summary: "Tells what has changed in the words since a revision",
    description:
      "Revisions rise by one with each change and commit in their order, so that a reader misses nothing. Ask with `after=0` for everything, go on with `next` until it is null, and later with `revision`. Deleted entries are told for 90 days: an older `after` is 410, and you start again with 0.",
    query: vocabularyChangesQuery,
    answers: { 200: vocabularyChanges },
    problems: ["NOT_FOUND", "VOCABULARY_GONE"],
  },
} satisfies Endpoints<"staff">;

export const reflectionEndpoints = {
  "GET /reflection": {
    area: "staff",
    access: "dictionary.read",
    operationId: "getReflection",
    live: true,
    summary: "Tells how far the words have reached the engines",
    answers: { 200: reflection },
  },
  "GET /dictionaries/{id}/reflection": {
    area: "staff",
    access: "dictionary.read",
    operationId: "getDictionaryReflection",
    live: true,
    summary: "Tells for each engine what of a dictionary it has fetched",
    params: idParams,
    answers: { 200: dictionaryReflection },
  },
} satisfies Endpoints<"staff">;
