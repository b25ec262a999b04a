import { addDays } from "date-fns";
import { REVERT_DAYS } from "../../domain/imports/rules.ts";
import type { StoredFile } from "../../domain/imports/schemas.ts";
import { conflict, ruleBroken } from "../problem.ts";

/** An import of a file, beside what it changed. */
export interface StoredImport<Result, Undone> {
  import_id: number;
  file_name: string;
  created_at: Date;
  created_by_name: string;
  committed_at: Date;
  result: Result;
  reverted_at: Date | null;
  undone: Undone | null;
}

interface Undoable {
  committed_at: Date | null;
  reverted_at: Date | null;
}

/** Throws 409 ALREADY_REVERTED, 422 NOT_COMMITTED, TOO_LATE. */
export function refuseToRevert({ committed_at, reverted_at }: Undoable, at: Date): void {
  if (!committed_at) throw ruleBroken("NOT_COMMITTED");
  if (reverted_at) throw conflict("ALREADY_REVERTED");
  if (at > addDays(committed_at, REVERT_DAYS)) throw ruleBroken("TOO_LATE");
}

/** Until when an import can be undone; null unless it can. */
export function revertibleUntil({ committed_at, reverted_at }: Undoable, now: Date): string | null {
  const until = committed_at && !reverted_at ? addDays(committed_at, REVERT_DAYS) : null;
  return until && until >= now ? until.toISOString() : null;
}

/** An import of people or contracts as its answers have it. */
export function presentStored<Result, Undone>(
  row: StoredImport<Result, Undone>,
  now: Date,
): StoredFile & { result: Result; undone: Undone | null } {
  return {
    fileName: row.file_name,
    createdAt: row.created_at.toISOString(),
    createdByName: row.created_by_name,
    committedAt: row.committed_at.toISOString(),
    result: row.result,
    revertedAt: row.reverted_at?.toISOString() ?? null,
    undone: row.undone,
    revertibleUntil: revertibleUntil(row, now),
  };
}
