import type { RaRecord } from "react-admin";
import type { StaleRecord } from "../../../domain/problems/problem.ts";
import { answerOf } from "../../writes/problem.ts";

/** The current record in the answer to a write that started from an older version (412). */
export function currentOf(error: unknown): StaleRecord | undefined {
  const answer = answerOf(error);
  return answer?.code === "STALE_VERSION" ? answer.current : undefined;
}

const OF_THE_SERVER = [
  "id",
  "version",
  "createdAt",
  "updatedAt",
  "lockedAt",
  "lockedBy",
  "lockedByName",
  "lockExpiresAt",
];

/** The fields of the form that another user changed between two versions. */
export function changedByOthers(before: RaRecord, current: StaleRecord, values: object): string[] {
  return Object.keys(values).filter(
    (field) =>
      field in current &&
      !OF_THE_SERVER.includes(field) &&
      JSON.stringify(before[field]) !== JSON.stringify(current[field]),
  );
}
