import { HttpError, type RaRecord } from "react-admin";

/** The current record in the answer to a write that started from an older version (412). */
export function currentOf(error: Error): RaRecord | undefined {
  if (!(error instanceof HttpError) || error.status !== 412) return undefined;
  const current: unknown = error.body?.current;
  return isRecord(current) ? current : undefined;
}

function isRecord(value: unknown): value is RaRecord {
  return typeof value === "object" && value !== null;
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

/** The fields of the form that somebody else changed between two versions. */
export function changedByOthers(before: RaRecord, current: RaRecord, values: object): string[] {
  return Object.keys(values).filter(
    (field) =>
      field in current &&
      !OF_THE_SERVER.includes(field) &&
      JSON.stringify(before[field]) !== JSON.stringify(current[field]),
  );
}
