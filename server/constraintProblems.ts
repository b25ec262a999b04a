import { fieldSentences, problemSentences } from "../domain/sentences.ts";
import { conflict, type ProblemError, validationFailed } from "./problem.ts";

/**
 * What it means when a write runs into a constraint of the schema (server/db/migrations): the
 * last word where two requests race. Constraints that no input can break are not here.
 */
export const constraintProblems: Readonly<Record<string, () => ProblemError>> = {
  users_email_unique: () => conflict("EMAIL_EXISTS"),
  contracts_no_overlap: () => conflict("PERIOD_OVERLAPS"),
  contracts_period: () => validationFailed({ endDate: fieldSentences.endBeforeStart }),
  contracts_termination_in_period: () =>
    validationFailed({ terminationDate: fieldSentences.terminationOutsidePeriod }),
  workspaces_name_unique: () => nameExists("workspaceName"),
  dictionaries_name_unique: () => nameExists("dictionaryName"),
};

/** A name that is taken, told at its field. */
function nameExists(field: string): ProblemError {
  return conflict("NAME_EXISTS", { errors: { [field]: problemSentences.NAME_EXISTS } });
}
