import type { ContractTerm } from "../../../../domain/contracts/rules.ts";
import type { TimelineEntry } from "../../../../domain/contracts/timeline.ts";

/** How many entries show at first, and how many of them may be over. */
const FEW = 7;
const FEW_OVER = 3;

/** The entries around today, in the order of the days; all of them if they are few. */
export function entriesAround<Contract extends ContractTerm>(
  entries: readonly TimelineEntry<Contract>[],
  today: string,
): readonly TimelineEntry<Contract>[] {
  if (entries.length <= FEW) return entries;
  const now = entries.findIndex((entry) => entry.kind === "rest" || entry.period.endDate >= today);
  const first = Math.max(0, Math.min(now - FEW_OVER, entries.length - FEW));
  return entries.slice(first, first + FEW);
}
