import type { StatementDifference } from "../modules/closings/queries/verified.ts";
import type { LostEvents } from "../modules/ledger/queries/months.ts";
import type { TotalDifferences } from "../modules/ledger/service/reconcileTotals.ts";
import type { UsageDifference } from "../modules/ledger/service/reconcileUsage.ts";

/** Names a contract. */
export function subjectOf({ organizationNo, contractId }: UsageDifference): string {
  return `organization ${organizationNo}, contract ${contractId}`;
}

/** What differs from the ledger of a contract, in a few words. */
export function describeUsage({ counted, ledger, ...difference }: UsageDifference): string {
  const { differentCopies, misdatedRows, differentDays, firstDay, lostRows, provenDays } =
    difference;
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
    lostRows > 0 ? `rows gone from the ledger: ${lostRows}` : "",
    provenDays > 0 ? `days above the ledger in months that were proven: ${provenDays}` : "",
  ];
  return parts.filter(Boolean).join("; ");
}

export function describeStatements(one: StatementDifference): string {
  const subject = `organization ${one.organization_no}, contract ${one.contract_id}`;
  const stated = `transcripts ${one.stated_transcripts}, seconds ${one.stated_seconds}`;
  return `${subject}: statements and what is open: ${stated}; used: transcripts ${one.transcript_count}, seconds ${one.seconds}`;
}

export function describeLostEvents({ organizationNo, events, firstAt }: LostEvents): string {
  return `organization ${organizationNo}: event ids without their row of the ledger: ${events}, first ${firstAt.toISOString()}`;
}

/** What differs from the sum of the contracts, a line each. */
export function describeTotals({ trendDays, firstTrendDay, dayCounts }: TotalDifferences) {
  const trend = `usage trend: ${trendDays} days differ, first ${firstTrendDay}`;
  const counts = `day counts of the contract list: ${dayCounts} differ`;
  return {
    trend: trendDays > 0 ? [trend] : [],
    dayCounts: dayCounts > 0 ? [counts] : [],
  };
}
