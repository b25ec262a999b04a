import { nameToRead, type PlannedRow } from "../../../../domain/contractImports/plan.ts";
import { type ContractField, ROW_FIELDS } from "../../../../domain/contractImports/rules.ts";
import type { ContractImportCheck } from "../../../../domain/contractImports/schemas.ts";
import { contractFileSentences } from "../../../../domain/contractImports/sentences.ts";
import { pick } from "../../../../domain/fields.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import { type UploadedSheet, uploadedSheet } from "../../../fileImports/uploadedSheet.ts";
import { planImport } from "./planImport.ts";

/** Reads a file of contracts. Throws 422 FILE_UNREADABLE with a sentence that names the line, 431 LIMIT_EXCEEDED. */
export function readContracts(
  files: Deps["files"],
  file: File,
  signal: AbortSignal,
): Promise<UploadedSheet<ContractField>> {
  return uploadedSheet(file, (bytes) => files.readContracts(bytes, signal), contractFileSentences);
}

/** Says what a file of contracts would do; nothing changes. Throws as `readContracts` does. */
export async function checkContractImport(
  { db, files, now }: Pick<Deps, "db" | "files" | "now">,
  file: File,
  signal: AbortSignal,
): Promise<ContractImportCheck> {
  const sheet = await readContracts(files, file, signal);
  const { rows, counts, digest } = await planImport(db, sheet.rows, tokyoDate(now()));
  return { ...sheet.file, digest, counts, rows: rows.map(presentRow) };
}

function presentRow(planned: PlannedRow): ContractImportCheck["rows"][number] {
  const { before, after, cells, ...row } = planned;
  return {
    ...row,
    nameToRead: nameToRead(planned),
    before: before && pick(before, ROW_FIELDS),
    after: after && pick(after, ROW_FIELDS),
    cells: row.verdict === "ERROR" ? cells : null,
  };
}
