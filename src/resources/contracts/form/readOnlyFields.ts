import { EDITABLE_FIELDS, type EditableField } from "../../../../domain/contracts/fields.ts";
import { editError, hasUsage } from "../../../../domain/contracts/rules.ts";
import type { Contract } from "../../../../domain/contracts/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";

/** The props of a read-only input: disabled, with the reason as description. */
interface ReadOnlyInput {
  disabled: true;
  description: string;
}

export type ReadOnlyFields = Partial<Record<EditableField, ReadOnlyInput>>;

export function readOnlyFieldsOf(contract: Contract): ReadOnlyFields {
  const used = hasUsage(contract);
  const readOnly: ReadOnlyFields = {};
  for (const field of EDITABLE_FIELDS) {
    const error = editError(field, contract.status, used);
    if (error) readOnly[field] = { disabled: true, description: fieldSentences[error] };
  }
  return readOnly;
}
