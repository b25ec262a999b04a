import { HttpError } from "react-admin";
import type { PeriodConflict } from "../../../domain/problem.ts";

/** The contracts that a refusal for an overlap (409) names as in the way; none for others. */
export function conflictsIn(error: unknown): PeriodConflict[] {
  const conflicts: unknown = error instanceof HttpError ? error.body?.conflicts : undefined;
  return Array.isArray(conflicts) ? conflicts : [];
}
