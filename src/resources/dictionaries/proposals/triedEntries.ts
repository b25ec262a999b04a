import { DEFAULT_WEIGHT } from "../../../../domain/entries/rules.ts";
import { type TriedEntry, triedEntry } from "../../../../domain/preview/schemas.ts";
import type { Proposal } from "../../../../domain/proposals/schemas.ts";

/** The words as proposals would make them, for a trial of the change. */
export function triedEntries(
  proposals: readonly Pick<Proposal, "entryId" | "entry" | "change">[],
): TriedEntry[] {
  return proposals.flatMap(({ entryId, entry, change }) => {
    const { surface, reading, weight, enabled } = {
      weight: DEFAULT_WEIGHT,
      enabled: true,
      ...entry,
      ...change,
    };
    const tried = { surface, reading, weight, enabled };
    const { success, data } = triedEntry.safeParse(
      entryId === null ? tried : { ...tried, entryId },
    );
    return success ? [data] : [];
  });
}
