import { entrySentences } from "../domain/entrySentences.ts";
import { fieldSentences, problemSentences } from "../domain/sentences.ts";
import { conflict, type ProblemError, ruleBroken, validationFailed } from "./problem.ts";

/** Problems by violated constraint (server/db/migrations), for races that checks miss. */
export const constraintProblems: Readonly<Record<string, () => ProblemError>> = {
  users_email_unique: () => conflict("EMAIL_EXISTS"),
  contracts_no_overlap: () => conflict("PERIOD_OVERLAPS"),
  contracts_period: () => validationFailed({ endDate: fieldSentences.endBeforeStart }),
  contracts_termination_in_period: () =>
    validationFailed({ terminationDate: fieldSentences.terminationOutsidePeriod }),
  workspaces_name_unique: () => nameExists("workspaceName"),
  dictionaries_entry_limit: () => ruleBroken("TOO_MANY_ENTRIES"),
  dictionary_entries_unique: () => conflict("DUPLICATE", { message: entrySentences.duplicate }),
  dictionaries_name_unique: () => nameExists("dictionaryName"),
};

function nameExists(field: string): ProblemError {
  return conflict("NAME_EXISTS", { errors: { [field]: problemSentences.NAME_EXISTS } });
}
