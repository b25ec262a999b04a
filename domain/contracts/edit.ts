import { changedFields } from "../fields.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { type BLANK_FIELDS, blankFields, ENTERED_FIELDS, type EnteredField } from "./fields.ts";
import { editError, hasUsage } from "./rules.ts";
import type { Contract, ContractUpdate } from "./schemas.ts";

export type ContractChanges = Partial<Pick<Contract, EnteredField>>;

/** The errors of an edit: a sentence per field, and whether one of the fields is read-only. */
interface EditErrors {
  readOnly: boolean;
  errors: Partial<Record<EnteredField, string>>;
}

type Blanks = Pick<Contract, (typeof BLANK_FIELDS)[number]>;

/** A new contract with the fields that it need not state. */
export function withBlanks<Stated extends object>(
  stated: Stated,
): Omit<Stated, keyof Blanks> & Blanks {
  const given = Object.entries(stated).filter(([, value]) => value !== undefined);
  return { ...blankFields, ...Object.fromEntries(given) } as Omit<Stated, keyof Blanks> & Blanks;
}

/** The fields of an update that differ from the contract. A memo of null is an empty memo. */
export function changesOf(contract: Contract, update: ContractUpdate): ContractChanges {
  const memo = update.memo === null ? "" : update.memo;
  return changedFields(contract, { ...update, memo }, ENTERED_FIELDS);
}

/**
 * The reasons why a contract cannot be changed this way today (docs/product/contracts.md#edits).
 */
export function editErrors(contract: Contract, changes: ContractChanges): EditErrors {
  const { status } = contract;
  const used = hasUsage(contract);
  const errors: EditErrors["errors"] = {};
  for (const field of ENTERED_FIELDS) {
    const error = changes[field] === undefined ? undefined : editError(field, status, used);
    if (error) errors[field] = fieldSentences[error];
  }
  const readOnly = Object.keys(errors).length > 0;
  return { readOnly, errors: { ...valueErrors(contract, changes), ...errors } };
}

function valueErrors(contract: Contract, changes: ContractChanges): EditErrors["errors"] {
  const errors: EditErrors["errors"] = {};
  const { terminationDate, usedTranscriptCount, usedTranscriptMinutes } = contract;
  const startDate = changes.startDate ?? contract.startDate;
  const endDate = changes.endDate ?? contract.endDate;

  if (terminationDate !== null && startDate > terminationDate) {
    errors.startDate = fieldSentences.startAfterTermination;
  }
  if (terminationDate !== null && endDate < terminationDate) {
    errors.endDate = fieldSentences.endBeforeTermination;
  }
  if (startDate > endDate) {
    if (changes.endDate === undefined) errors.startDate = fieldSentences.startAfterEnd;
    else errors.endDate = fieldSentences.endBeforeStart;
  }
  if (isBelow(changes.maxTranscriptCount, usedTranscriptCount)) {
    errors.maxTranscriptCount = fieldSentences.capBelowUsedCount(usedTranscriptCount);
  }
  if (isBelow(changes.maxTranscriptMinutes, usedTranscriptMinutes)) {
    errors.maxTranscriptMinutes = fieldSentences.capBelowUsedMinutes(usedTranscriptMinutes);
  }
  return errors;
}

function isBelow(cap: number | null | undefined, used: number): boolean {
  return cap !== undefined && cap !== null && cap < used;
}
