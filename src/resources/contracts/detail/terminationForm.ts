import type { FieldValues } from "react-hook-form";
import type { Period } from "../../../../domain/contractRules.ts";
import { contractTermination } from "../../../../domain/contracts.ts";
import { fieldSentences } from "../../../../domain/sentences.ts";
import { validateWith } from "../../../components/form/validateWith.ts";

/** The day a termination is proposed for: today, or the nearer end of the contract. */
export function proposedDate({ startDate, endDate }: Period, today: string): string {
  if (today < startDate) return startDate;
  return today > endDate ? endDate : today;
}

/** A sentence per wrong field of the form that terminates a contract of this period. */
export function terminationErrors({ startDate, endDate }: Period) {
  const validate = validateWith(contractTermination);
  return ({ terminationDate, reason }: FieldValues) => {
    const errors = validate({ terminationDate, reason });
    if (errors.terminationDate) return errors;
    const within = startDate <= terminationDate && terminationDate <= endDate;
    if (within) return errors;
    return { ...errors, terminationDate: fieldSentences.terminationOutsidePeriod };
  };
}
