import { dictionary } from "../dictionaries/schemas.ts";
import { entryBulkResult } from "../entries/bulk.ts";
import { MOST_IN_SET } from "../health/rules.ts";
import { healthDistinct, healthMerge, healthReport } from "../health/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams } from "./parameters.ts";

const description =
  "Only enabled words are checked. A word that several kinds have is counted for the first of them. The first question after a while waits until the analyser is loaded.";

export const healthEndpoints = {
  "GET /dictionaries/{id}/health": {
    area: "staff",
    access: "dictionary.read",
    operationId: "checkDictionary",
    live: true,
    summary: "Checks the words of a dictionary: which may be one, and which are odd or not needed",
    description,
    params: idParams,
    heavy: true,
    answers: { 200: healthReport },
  },
  "GET /health/words": {
    area: "staff",
    access: "dictionary.read",
    operationId: "checkWords",
    live: true,
    summary: "Checks the words of all dictionaries together",
    description,
    heavy: true,
    answers: { 200: healthReport },
  },
  "POST /dictionaries/{id}/health/merge": {
    area: "staff",
    access: "dictionary.write",
    operationId: "mergeEntries",
    audit: "単語を統合",
    summary: "Keeps one word and disables others as merged into it",
    description:
      "Their notes are joined to that of the kept word if it stands in the same dictionary. Undone by `actId` as any act on many entries. Needs the lock's token, or If-Match of the dictionary if there is no lock.",
    params: idParams,
    body: healthMerge,
    mostItems: { disable: MOST_IN_SET },
    answers: { 200: entryBulkResult },
    ifMatch: dictionary,
    lockToken: true,
    problems: ["ROWS_REFUSED", "PRECONDITION_REQUIRED"],
  },
  "POST /dictionaries/{id}/health/distinct": {
    area: "staff",
    access: "dictionary.write",
    operationId: "distinguishEntries",
    audit: { none: "It says which findings are shown; no word changes." },
    summary: "Remembers that words are different ones, or that one is right as it is",
    description:
      "Checks leave out the sets that consist of these words. They may stand in several dictionaries of the organization.",
    params: idParams,
    body: healthDistinct,
    mostItems: { entryIds: MOST_IN_SET },
    answers: { 204: null },
  },
} satisfies Endpoints<"staff">;
