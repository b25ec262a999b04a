import type { ImportMode } from "./rules.ts";
import type { ImportCounts } from "./schemas.ts";

/** How many entries a dictionary has after an import in this mode. */
export function entriesAfter(counts: ImportCounts, mode: ImportMode): number {
  const stated = counts.new + counts.update + counts.unchanged;
  return mode === "replace" ? stated : stated + counts.deletedByReplace;
}
