import { editErrors } from "../contracts/edit.ts";
import { effectiveEnd, hasUsage } from "../contracts/rules.ts";
import type { Contract } from "../contracts/schemas.ts";
import { changedFields } from "../fields.ts";
import { type ImportedFields, type KnownOrganization, overlapsOf } from "./plan.ts";
import { IMPORTED_FIELDS } from "./rules.ts";

/** What an import has made of a contract: all fields of a new one, those that differ of another. */
export interface ContractChange {
  contractId: number;
  before: Partial<ImportedFields> | null;
  after: Partial<ImportedFields>;
  /** The version that the import left; null if that was not kept, so that values are compared. */
  version: number | null;
}

export const UNDO_REFUSALS = ["CHANGED", "USED", "CLOSED", "OVERLAPS", "EMAIL_TAKEN"] as const;
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
