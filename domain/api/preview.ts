import { changePreview, changePreviewResult, preview, previewResult } from "../preview/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams } from "./parameters.ts";

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
