import { fieldSentences } from "../problems/sentences.ts";
import { EDITABLE_FIELDS, type EditableField, editError, hasUsage } from "./rules.ts";
import type { Contract, ContractUpdate } from "./schemas.ts";

type UpdateField = EditableField | "organizationName" | "organizationNameKana";

const UPDATE_FIELDS: readonly UpdateField[] = [
  "organizationName",
  "organizationNameKana",
  ...EDITABLE_FIELDS,
];

/** The fields that an edit changes, with their new values. */
export type ContractChanges = Partial<Pick<Contract, UpdateField>>;

/** The errors of an edit: a sentence per field, and whether one of the fields is read-only. */
interface EditErrors {
  readOnly: boolean;
  errors: Partial<Record<UpdateField, string>>;
}

/** The fields of an update that differ from the contract. A memo of null is an empty memo. */
export function changesOf(contract: Contract, update: ContractUpdate): ContractChanges {
  const wanted: { [Field in UpdateField]?: Contract[Field] | undefined } = {
    ...update,
    memo: update.memo === null ? "" : update.memo,
  };
  const changes: ContractChanges = {};
  const keep = <Field extends UpdateField>(field: Field) => {
    const value = wanted[field];
    if (value !== undefined && value !== contract[field]) changes[field] = value;
  };
  UPDATE_FIELDS.forEach(keep);
  return changes;
}

/**
 * The reasons why a contract cannot be changed this way today (docs/product/contracts.md#edits).
 */
export function editErrors(contract: Contract, changes: ContractChanges): EditErrors {
  const { status } = contract;
  const used = hasUsage(contract);
  const errors: EditErrors["errors"] = {};
  for (const field of UPDATE_FIELDS) {
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
