import type { TotalDifferences } from "./modules/ledger/service/reconcileTotals.ts";
import type { UsageDifference } from "./modules/ledger/service/reconcileUsage.ts";

/** Names a contract. */
export function subjectOf({ organizationNo, contractId }: UsageDifference): string {
  return `organization ${organizationNo}, contract ${contractId}`;
}

/** What differs from the ledger of a contract, in a few words. */
export function describeUsage({ counted, ledger, ...difference }: UsageDifference): string {
  const { differentCopies, misdatedRows, differentDays, firstDay } = difference;
  const figure = (name: "transcriptCount" | "seconds") =>
    counted && counted[name] !== ledger[name]
      ? `${name} ${counted[name]}, ledger ${ledger[name]}`
      : "";
  const parts = [
    counted ? "" : "its row of contract_usage is missing",
    figure("transcriptCount"),
    figure("seconds"),
    differentCopies.length > 0 ? `copies of the contract: ${differentCopies.join(", ")}` : "",
    misdatedRows > 0 ? `rows of the ledger with another day than their time: ${misdatedRows}` : "",
    differentDays > 0 ? `daily sums: ${differentDays} differ, first ${firstDay}` : "",
  ];
  return parts.filter(Boolean).join("; ");
}

/** What differs from the sum of the contracts, a line each. */
export function describeTotals({
  trendDays,
  firstTrendDay,
  dayCounts,
}: TotalDifferences): string[] {
  const trend = `usage trend: ${trendDays} days differ, first ${firstTrendDay}`;
  const counts = `day counts of the contract list: ${dayCounts} differ`;
  return [...(trendDays > 0 ? [trend] : []), ...(dayCounts > 0 ? [counts] : [])];
}
