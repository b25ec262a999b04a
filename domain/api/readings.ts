import { z } from "zod";
import { MOST_SURFACES } from "../readings/rules.ts";
import { askedSurface, askedSurfaces, surfaceReadings } from "../readings/schemas.ts";
import type { Endpoints } from "./endpoint.ts";

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
} satisfies Endpoints<"staff">;
