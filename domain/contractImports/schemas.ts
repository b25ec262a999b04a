import { z } from "zod";
import { editErrors } from "../contracts/edit.ts";
import { effectiveEnd, hasUsage } from "../contracts/rules.ts";
import { type Contract, contract } from "../contracts/schemas.ts";
import { changedFields, mask } from "../fields.ts";
import { checkedFile, checkedRow, confirmed, sheet, storedFile } from "../imports/schemas.ts";
import { type ImportedFields, type KnownOrganization, overlapsOf } from "./plan.ts";
import { CONTRACT_FIELDS, CONTRACT_IMPORT_VERDICTS, IMPORTED_FIELDS, ROW_FIELDS } from "./rules.ts";
import "../problems/zodSentences.ts";

/** What an import has made of a contract: all fields of a new one, those that differ of another. */
export interface ContractChange {
  contractId: number;
  before: Partial<ImportedFields> | null;
  after: Partial<ImportedFields>;
  /** The version that the import left; null if that was not kept, so that values are compared. */
  version: number | null;
}

const UNDO_REFUSALS = ["CHANGED", "USED", "CLOSED", "OVERLAPS", "EMAIL_TAKEN"] as const;
export type UndoRefusal = (typeof UNDO_REFUSALS)[number];

/** A contract today, as an undo finds it. */
export interface FoundContract {
  contract: Contract;
  /** Whether the ledger has days after `undoneEnd`, or any without one. */
  isUsed: boolean;
  /** Whether the former address of the admin belongs to others by now. */
  isEmailTaken: boolean;
}

/** The last valid day that undoing gives a contract: null if it deletes it or leaves its days. */
export function undoneEnd({ before }: ContractChange, contract: Contract): string | null {
  return before?.endDate === undefined ? null : effectiveEnd({ ...contract, ...before });
}

/**
 * Why undoing an import cannot give a contract its former state: it has another version than the
 * import left, was used beyond it, or is over (docs/decisions/077-contracts-from-a-file.md). Null if it can.
 */
export function undoRefusal(change: ContractChange, found: FoundContract): UndoRefusal | null {
  const isChanged = change.version !== null && found.contract.version !== change.version;
  return refusalByValues(change, found) ?? (isChanged ? "CHANGED" : null);
}

function refusalByValues(
  { before, after }: ContractChange,
  { contract, isUsed, isEmailTaken }: FoundContract,
): UndoRefusal | null {
  if (Object.keys(changedFields(contract, after, IMPORTED_FIELDS)).length > 0) return "CHANGED";
  if (!before) {
    if (contract.terminationDate !== null) return "CHANGED";
    return isUsed || hasUsage(contract) ? "USED" : null;
  }
  const { readOnly, errors } = editErrors(contract, before);
  if (readOnly) return "CLOSED";
  if (errors.maxTranscriptCount || errors.maxTranscriptMinutes) return "USED";
  if (Object.keys(errors).length > 0) return "CHANGED";
  if (before.adminEmail !== undefined && isEmailTaken) return "EMAIL_TAKEN";
  return before.endDate !== undefined && isUsed ? "USED" : null;
}

/** The ids of contracts of an organization that would overlap another one once all have `before`. */
export function undoOverlaps(
  { periods }: Pick<KnownOrganization, "periods">,
  changes: ReadonlyMap<number, ContractChange>,
  contracts: ReadonlyMap<number, Contract>,
): number[] {
  const extents = periods.flatMap((period) => {
    const change = changes.get(period.contractId);
    const contract = contracts.get(period.contractId);
    if (!change || !contract) return [{ ...period, grows: false }];
    if (!change.before) return [];
    const endDate = effectiveEnd({ ...contract, ...change.before });
    return [{ ...period, endDate, grows: endDate > period.endDate }];
  });
  return overlapsOf(extents).map(([{ contractId }]) => contractId);
}

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
