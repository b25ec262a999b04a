import {
  EDITABLE_FIELDS,
  type EditableField,
  editError,
  hasUsage,
} from "../../../../domain/contractRules.ts";
import type { Contract } from "../../../../domain/contracts.ts";
import { fieldSentences } from "../../../../domain/sentences.ts";

/** The props of an input that cannot be edited: it is disabled, and the reason stands with it. */
interface ReadOnlyInput {
  disabled: true;
  description: string;
}

export type ReadOnlyFields = Partial<Record<EditableField, ReadOnlyInput>>;

/** The fields that cannot be edited in the contract's status, each with the sentence that says why. */
export function readOnlyFieldsOf(contract: Contract): ReadOnlyFields {
  const used = hasUsage(contract);
  const readOnly: ReadOnlyFields = {};
  for (const field of EDITABLE_FIELDS) {
    const error = editError(field, contract.status, used);
    if (error) readOnly[field] = { disabled: true, description: fieldSentences[error] };
  }
  return readOnly;
}
