import { entrySentences } from "../domain/entries/rules.ts";
import { fieldSentences, problemSentences } from "../domain/problems/sentences.ts";
import { pgConstraint } from "./db/errors.ts";
import { conflict, type ProblemError, ruleBroken, validationFailed } from "./problem.ts";

/** Problems by violated constraint (server/db/migrations), for races that checks miss. */
const constraintProblems: Readonly<Record<string, () => ProblemError>> = {
  users_email_unique: () => conflict("EMAIL_EXISTS"),
  contracts_no_overlap: () => conflict("PERIOD_OVERLAPS"),
  contracts_period: () => validationFailed({ endDate: fieldSentences.endBeforeStart }),
  contracts_termination_in_period: () =>
    validationFailed({ terminationDate: fieldSentences.terminationOutsidePeriod }),
  workspaces_name_unique: () => nameExists("workspaceName"),
  organization_domains_proven_once: () => conflict("DOMAIN_TAKEN"),
  dictionaries_entry_limit: () => ruleBroken("TOO_MANY_ENTRIES"),
  dictionary_entries_unique: () => conflict("DUPLICATE", { message: entrySentences.duplicate }),
  dictionaries_name_unique: () => nameExists("dictionaryName"),
  workspaces_seen_name: () => nameExists("workspaceName"),
  dictionaries_seen_name: () => nameExists("dictionaryName"),
  list_views_own_name: () => nameExists("viewName"),
  list_views_shared_name: () => nameExists("viewName"),
  list_views_own_seen_name: () => nameExists("viewName"),
  list_views_shared_seen_name: () => nameExists("viewName"),
};

/** The problem of a driver's error about a constraint that input can break. */
export function constraintProblem(error: unknown): ProblemError | undefined {
  // A shard or a partition of a table has its number at the end.
  const constraint = (pgConstraint(error) ?? "").replace(/_\d+$/, "");
  return Object.hasOwn(constraintProblems, constraint)
    ? constraintProblems[constraint]?.()
    : undefined;
}

function nameExists(field: string): ProblemError {
  return conflict("NAME_EXISTS", { errors: { [field]: problemSentences.NAME_EXISTS } });
}
