import { z } from "zod";
import { contract } from "../contracts/schemas.ts";
import { mask } from "../fields.ts";
import { CONTRACT_FILES, isAccepted } from "../files/acceptRules.ts";
import { checkedFile, checkedRow, confirmed, storedFile } from "../imports/schemas.ts";
import { commonSentences } from "../problems/commonSentences.ts";
import { CONTRACT_FIELDS, CONTRACT_IMPORT_VERDICTS, ROW_FIELDS } from "./rules.ts";
import { UNDO_REFUSALS } from "./undo.ts";
import "../problems/zodSentences.ts";

const file = z
  .file()
  .refine((sent) => isAccepted(sent, CONTRACT_FILES), commonSentences.fileUnsupported)
  .meta({ description: "Its name ends with .csv, in any case." });

/** POST /contract-imports/check, as multipart/form-data. */
export const contractImportUpload = z.strictObject({ file }).meta({ id: "ContractImportUpload" });

/** POST /contract-imports, likewise. */
export const contractImportCommit = z
  .strictObject({ file, ...confirmed })
  .meta({ id: "ContractImportCommit" });
export type ContractImportCommit = z.infer<typeof contractImportCommit>;

/** What a commit did, in contracts; `skipped` are rows. */
const contractImportResult = z
  .object({ added: z.int(), updated: z.int(), unchanged: z.int(), skipped: z.int() })
  .meta({ id: "ContractImportResult" });
export type ContractImportResult = z.infer<typeof contractImportResult>;

/** What undoing did, in contracts: those that were added are deleted. */
const contractImportUndone = z
  .object({ removed: z.int(), restored: z.int() })
  .meta({ id: "ContractImportUndone" });
export type ContractImportUndone = z.infer<typeof contractImportUndone>;

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

/** A row of the file: the contract before and after the import. */
const contractImportRow = z
  .object({
    ...checkedRow,
    /** Counted from 1. */
    rowNo: z.int(),
    line: z.int(),
    verdict: z.enum(CONTRACT_IMPORT_VERDICTS).meta({ id: "ContractImportVerdict" }),
    reason: z.string().nullable(),
    before: importedContract.nullable(),
    after: importedContract.nullable(),
    /** What an error row states; null for others. */
    cells: z.partialRecord(z.enum(CONTRACT_FIELDS), z.string()).nullable(),
    wrong: z
      .array(z.enum(CONTRACT_FIELDS))
      .meta({ description: "The fields of an error row whose cells the reason is about." }),
  })
  .meta({ id: "ContractImportRow" });
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
