import { dictionaryFitness, entryExportQuery } from "../files/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { fileText, idParams } from "./parameters.ts";

export const entryFileEndpoints = {
  "GET /dictionaries/{id}/export": {
    area: "staff",
    access: "dictionary.read",
    operationId: "exportEntries",
    audit: "辞書をダウンロード",
    summary: "Writes the entries of a dictionary as a file",
    description:
      "In the order of their ids. A format or an encoding that would lose something is refused with what it would lose, unless `lossy` is true. docs/formats.md describes the formats.",
    params: idParams,
    query: entryExportQuery,
    answers: { 200: fileText },
    file: "text/plain",
    problems: ["EXPORT_LOSSY", "TEMPORARY_FOLDER_FULL"],
  },
  "GET /dictionaries/{id}/fitness": {
    area: "staff",
    access: "dictionary.read",
    operationId: "getDictionaryFitness",
    summary: "Tells what of a dictionary each engine cannot take",
    params: idParams,
    heavy: true,
    answers: { 200: dictionaryFitness },
  },
} satisfies Endpoints<"staff">;
