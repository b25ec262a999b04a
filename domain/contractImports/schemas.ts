import { z } from "zod";
import { contract } from "../contracts/schemas.ts";
import { mask } from "../fields.ts";
import { checkedFile, checkedRow, confirmed, sheet, storedFile } from "../imports/schemas.ts";
import { CONTRACT_FIELDS, CONTRACT_IMPORT_VERDICTS, ROW_FIELDS } from "./rules.ts";
import { UNDO_REFUSALS } from "./undo.ts";
import "../problems/zodSentences.ts";

/** POST /contract-imports/check, as multipart/form-data. */
export const contractImportUpload = z
  .strictObject({ file: sheet })
  .meta({ id: "ContractImportUpload" });

/** POST /contract-imports, likewise. */
export const contractImportCommit = z
  .strictObject({ file: sheet, ...confirmed })
  .meta({ id: "ContractImportCommit" });
export type ContractImportCommit = z.infer<typeof contractImportCommit>;

/** What a commit did, in contracts; `skipped` are rows. */
const contractImportResult = z
  .object({ added: z.int(), updated: z.int(), unchanged: z.int(), skipped: z.int() })
  .meta({ id: "ContractImportResult" });

/** What undoing did, in contracts: those that were added are deleted. */
const contractImportUndone = z
  .object({ removed: z.int(), restored: z.int() })
  .meta({ id: "ContractImportUndone" });

export const contractImportSummary = z
  .object({
    contractImportId: z.int(),
    ...storedFile.shape,
    result: contractImportResult,
    undone: contractImportUndone.nullable(),
  })
  .meta({ id: "ContractImportSummary" });
export type ContractImportSummary = z.infer<typeof contractImportSummary>;

/** Rows by verdict, as the database is now. */
const contractImportCounts = z
  .object({ new: z.int(), update: z.int(), unchanged: z.int(), error: z.int() })
  .meta({ id: "ContractImportCounts" });
export type ContractImportCounts = z.infer<typeof contractImportCounts>;

const importedContract = contract.pick(mask(ROW_FIELDS)).meta({ id: "ContractImportContract" });
export type ImportedContract = z.infer<typeof importedContract>;

const contractImportRow = checkedRow({
  line: z.int(),
  verdict: z.enum(CONTRACT_IMPORT_VERDICTS).meta({ id: "ContractImportVerdict" }),
  values: importedContract,
  fields: CONTRACT_FIELDS,
}).meta({ id: "ContractImportRow" });
export type ContractImportRow = z.infer<typeof contractImportRow>;

export const contractImportCheck = z
  .object({ ...checkedFile.shape, counts: contractImportCounts, rows: z.array(contractImportRow) })
  .meta({ id: "ContractImportCheck" });
export type ContractImportCheck = z.infer<typeof contractImportCheck>;

/** A contract that keeps an import from being undone: part of the body of 409 UNDO_REFUSED. */
export const storedContract = contract
  .pick({ contractId: true, organizationName: true, startDate: true, endDate: true })
  .extend({ reason: z.enum(UNDO_REFUSALS) })
  .meta({ id: "ContractImportKept" });
export type StoredContract = z.infer<typeof storedContract>;
