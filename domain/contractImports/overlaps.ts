import { type Period, periodsOverlap } from "../contracts/rules.ts";

/** The valid days of a contract after a change. `grows`: some of them it did not have before. */
export interface Extent extends Period {
  grows: boolean;
}

/**
 * The periods that grow into another one, each with one that it overlaps; all are of one organization.
 * A contract that does not grow is never at fault, since contracts do not overlap before. So a change that is left
 * out makes no other one wrong: it gives no days back to anybody.
 */
export function overlapsOf<Each extends Extent>(extents: readonly Each[]): [Each, Each][] {
  const inOrder = extents.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  const found: [Each, Each][] = [];
  let latest: Each | undefined;
  for (const [index, extent] of inOrder.entries()) {
    const next = inOrder[index + 1];
    // A contract that overlaps a later one overlaps the next; of the earlier ones the one that ends last.
    const other = [latest, next].find((one) => one !== undefined && periodsOverlap(extent, one));
    if (extent.grows && other) found.push([extent, other]);
    if (!latest || extent.endDate > latest.endDate) latest = extent;
  }
  return found;
}
