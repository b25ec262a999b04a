import type { FieldValues } from "react-hook-form";
import type { Period } from "../../../../domain/contractRules.ts";
import { contractTermination } from "../../../../domain/contracts.ts";
import { fieldSentences } from "../../../../domain/sentences.ts";
import { validateWith } from "../../../components/form/validateWith.ts";

/** Validates the termination form: a sentence per invalid field. */
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
