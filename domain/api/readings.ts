import { z } from "zod";
import { MOST_SURFACES } from "../readings/rules.ts";
import {
  acceptedPart,
  acceptedReadings,
  askedSurface,
  askedSurfaces,
  surfaceReadings,
} from "../readings/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { importParams } from "./imports.ts";

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
