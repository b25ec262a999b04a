import { MOST_CANDIDATES } from "../candidates/rules.ts";
import { candidates, candidateTexts, ignoredSurfaces } from "../candidates/schemas.ts";
import { dictionary } from "../dictionaries/schemas.ts";
import { entryBulkResult } from "../entries/bulk.ts";
import { MOST_IN_SET } from "../health/rules.ts";
import { healthDistinct, healthMerge, healthReport } from "../health/schemas.ts";
import { changePreview, changePreviewResult, preview, previewResult } from "../preview/schemas.ts";
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

/** Two texts of 20,000 characters, each written as two escapes. */
const TEXTS_BYTES = 512 * 1024;
/** 200 surfaces of 100 characters, each written as two escapes. */
const SURFACES_BYTES = 256 * 1024;

export const candidateEndpoints = {
  "POST /candidates": {
    area: "staff",
    access: "dictionary.read",
    operationId: "findCandidates",
    audit: { none: "It changes nothing." },
    summary: "Finds words for dictionaries in a transcript and its corrected text",
    description:
      "A term of the corrected text is a candidate where the transcript has something else that sounds alike. Without `before` the terms of one text: names, words that the analyser does not know, and terms that stand in it more than once. Common words, numbers, single characters and what the organization ignores are none. Nothing of the texts is stored or logged.",
    body: candidateTexts,
    bodyLimit: TEXTS_BYTES,
    heavy: true,
    answers: { 200: candidates },
    idempotencyKey: false,
  },
  "POST /candidates/ignored": {
    area: "staff",
    access: "dictionary.write",
    operationId: "ignoreCandidates",
    audit: { none: "No word of the organization changes, and the log would keep the surfaces." },
    summary: "Leaves surfaces out of the candidates of the organization, or no longer",
    description: "Their digests alone are stored. The 10,000 latest count.",
    body: ignoredSurfaces,
    bodyLimit: SURFACES_BYTES,
    mostItems: { surfaces: MOST_CANDIDATES },
    answers: { 204: null },
    idempotencyKey: false,
  },
} satisfies Endpoints<"staff">;

/** 20,000 characters, each written as two escapes. */
const PREVIEW_BYTES = 256 * 1024;

/** That text and 200 words of 164 characters, each written as two escapes. */
const CHANGE_BYTES = 768 * 1024;

export const previewEndpoints = {
  "POST /dictionaries/preview": {
    area: "staff",
    access: "dictionary.read",
    operationId: "previewDictionaries",
    audit: { none: "It changes nothing." },
    summary: "Finds the entries of all dictionaries in a text, and says which are used",
    description:
      "Enabled entries are found by their surface, whatever the width and case of letters, and by their reading of at least 3 characters where the text has it in hiragana or katakana; readings of 3 and 4 characters only where they stand by themselves, unless `withinWords` is true. At a place the longest entry is used, then by category, weight and the lower id. At most 5,000 matches are answered. With `workspaceId` only the dictionaries for that workspace count.",
    body: preview,
    bodyLimit: PREVIEW_BYTES,
    heavy: true,
    answers: { 200: previewResult },
    idempotencyKey: false,
  },
  "POST /dictionaries/{id}/preview": {
    area: "staff",
    access: "dictionary.write",
    operationId: "previewDictionaryChange",
    audit: { none: "It changes nothing." },
    summary: "Finds the entries in a text before and after a change of one dictionary",
    description:
      "The change is tried and never written: up to 200 words as they would be saved, or a dry run of an import in a mode. Matches are found and preferred as in POST /dictionaries/preview; a new word counts as the latest of its dictionary. With `workspaceId` a dictionary for other workspaces changes nothing.",
    params: idParams,
    body: changePreview,
    bodyLimit: CHANGE_BYTES,
    heavy: true,
    answers: { 200: changePreviewResult },
    idempotencyKey: false,
    problems: ["ALREADY_COMMITTED"],
  },
} satisfies Endpoints<"staff">;
