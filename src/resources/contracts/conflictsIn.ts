import { HttpError } from "react-admin";
import type { PeriodConflict } from "../../../domain/problem.ts";

/** The overlapping contracts that a 409 names; none for other errors. */
export function conflictsIn(error: unknown): PeriodConflict[] {
  const conflicts: unknown = error instanceof HttpError ? error.body?.conflicts : undefined;
  return Array.isArray(conflicts) ? conflicts : [];
}
