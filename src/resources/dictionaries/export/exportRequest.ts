import {
  DEFAULT_ENCODINGS,
  type DictionaryFormat,
  type ExportEncoding,
} from "../../../../domain/files/formats.ts";
import type { ExportLosses } from "../../../../domain/files/schemas.ts";

export interface ExportRequest {
  format: DictionaryFormat;
  encoding: ExportEncoding;
  lossy: boolean;
}

/** The file that loses nothing and that Excel reads. */
export const PLAIN_CSV: ExportRequest = {
  format: "csv",
  encoding: DEFAULT_ENCODINGS.csv,
  lossy: false,
};

/** What the server says that an export would lose, with its sentence. */
export type LossReport = ExportLosses & { message: string };

/** The report of an answer 422 EXPORT_LOSSY; undefined for any other error. */
export function lossReport(error: unknown): LossReport | undefined {
  if (typeof error !== "object" || error === null || !("body" in error)) return undefined;
  return isReport(error.body) ? error.body : undefined;
}

function isReport(body: unknown): body is LossReport {
  return (
    typeof body === "object" && body !== null && "code" in body && body.code === "EXPORT_LOSSY"
  );
}
