import { MOST_CANDIDATES } from "../candidates/rules.ts";
import { candidates, candidateTexts, ignoredSurfaces } from "../candidates/schemas.ts";
import type { Endpoints } from "./endpoint.ts";

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
