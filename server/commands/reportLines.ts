import type { Verified } from "../audit/service/verifyAudit.ts";
import type { StatementDifference } from "../modules/closings/queries/closings.ts";
import type { LostEvents } from "../modules/ledger/queries/ledgerRows.ts";
import type { TotalDifferences } from "../modules/ledger/service/reconcileTotals.ts";
import type { UsageDifference } from "../modules/ledger/service/reconcileUsage.ts";

/** What verification has found, one line for each thing that an operator has to know. */
export function describeVerified({
  seals,
  events,
  erased,
  resealed,
  future,
  difference,
}: Verified): string[] {
  return [
    ...erased.map(
      ({ values, ...day }) =>
        `${nameOf(day)}: ${values} values were erased, which the events of erasings explain.`,
    ),
    ...resealed.map(
      (day) =>
        `${nameOf(day)}: not proven. It was sealed with version 1 and personal data was erased from it: what it holds is proven since the erasing alone.`,
    ),
    ...future.map(describeFuture),
    difference
      ? `${nameOf(difference)}: ${difference.what}.`
      : `${events} events in ${seals} sealed days are as they were sealed${resealed.length > 0 ? `, but for ${resealed.length} days that are not proven` : ""}.`,
  ];
}

/** One line about a day that a clock that ran ahead has left. */
function describeFuture({ isSealed, ...day }: Verified["future"][number]): string {
  return isSealed
    ? `${nameOf(day)}: it is sealed and not over, so a clock ran ahead; later events are dated after it and not sealed until then (docs/operations/incidents.md).`
    : `${nameOf(day)}: it has events and has not begun, so a clock ran ahead; they are not sealed until it is over (docs/operations/incidents.md).`;
}

const nameOf = ({ organizationId, day }: { organizationId: number; day: string }) =>
  `organization ${organizationId}, ${day}`;

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
