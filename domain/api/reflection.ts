import { dictionaryReflection, reflection } from "../vocabulary/reflection.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams } from "./parameters.ts";

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
