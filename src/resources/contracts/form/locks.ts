import {
  EDITABLE_FIELDS,
  type EditableField,
  editFault,
  hasUsage,
} from "../../../../domain/contractRules.ts";
import type { Contract } from "../../../../domain/contracts.ts";
import { fieldSentences } from "../../../../domain/sentences.ts";

/** What a locked input takes: it is disabled, and the reason stands with it. */
export interface Lock {
  disabled: true;
  description: string;
}

export type Locks = Partial<Record<EditableField, Lock>>;

/** The fields that cannot be edited in the contract's status, each with the sentence that says why. */
export function locksOf(contract: Contract): Locks {
  const used = hasUsage(contract);
  const locks: Locks = {};
  for (const field of EDITABLE_FIELDS) {
    const fault = editFault(field, contract.status, used);
    if (fault) locks[field] = { disabled: true, description: fieldSentences[fault] };
  }
  return locks;
}
