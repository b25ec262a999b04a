import Button from "@mui/material/Button";
import { type ReactNode, useState } from "react";
import type { ContractTerm } from "../../../../domain/contracts/rules.ts";
import type { OwnContract } from "../../../../domain/contracts/schemas.ts";
import {
  contractTimeline,
  positionOf,
  type TimelineEntry,
  timelineScale,
  timelineTicks,
} from "../../../../domain/contracts/timeline.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { ContractStatusChip, UsageStateChip } from "../../../components/display/StatusChip.tsx";
import { contractTimeline as text } from "../../../i18n/ja/contractPages.ts";
import { ContractPeriod } from "../ContractPeriod.tsx";
import { type TimelineContract, TimelineRow, useTimelinePaths } from "./TimelineRow.tsx";
import styles from "./timeline.module.css";

/** Beside the heading of the contract that covers today: its states and its period. */
export function CurrentState({ contract }: { contract: OwnContract }) {
  return (
    <>
      <ContractStatusChip status={contract.status} />
      <UsageStateChip usageState={contract.usageState} />
      <ContractPeriod contract={contract} />
    </>
  );
}

/** Whether one of the contracts begins after another. */
export function isFollowed(
  { startDate }: OwnContract,
  contracts: readonly Pick<OwnContract, "startDate">[],
): boolean {
  return contracts.some((each) => each.startDate > startDate);
}

/** How many entries show at first, and how many of them may be over. */
const FEW = 7;
const FEW_OVER = 3;

/** The entries around today, in the order of the days; all of them if they are few. */
function entriesAround<Contract extends ContractTerm>(
  entries: readonly TimelineEntry<Contract>[],
  today: string,
): readonly TimelineEntry<Contract>[] {
  if (entries.length <= FEW) return entries;
  const now = entries.findIndex((entry) => entry.kind === "rest" || entry.period.endDate >= today);
  const first = Math.max(0, Math.min(now - FEW_OVER, entries.length - FEW));
  return entries.slice(first, first + FEW);
}

interface ContractTimelineProps {
  /** Of one organization. */
  contracts: readonly TimelineContract[];
  /** A date in Asia/Tokyo. */
  today: string;
  /** Given to users who manage contracts: fills the days that none covers. */
  manages?: boolean;
  /** Below the list, where there are more contracts than these. */
  children?: ReactNode;
}

/**
 * The contracts of an organization and the days that none covers, the newest first, as a list; on a
 * wide screen with a bar each on one scale of months (docs/product/contracts.md#timeline).
 */
export function ContractTimeline(props: ContractTimelineProps) {
  const { contracts, today, manages = false, children } = props;
  const [showsAll, setShowsAll] = useState(false);
  const pathOf = useTimelinePaths();
  const all = contractTimeline(contracts, today).filter((entry) => isWorthARow(entry, manages));
  const few = entriesAround(all, today);
  const shown = showsAll ? all : few;
  const scale = timelineScale(shown, today);
  const now = positionOf(today, scale);
  const percent = (position: number) => `${position * 100}%`;
  return (
    <div className={`grid gap-12 relative ${styles.timeline}`}>
      <p className={`note absolute tall-line ${styles.shares}`} aria-hidden="true">
        {text.shares}
      </p>
      <div className={`note relative ${styles.axis}`} aria-hidden="true">
        {timelineTicks(scale).map(({ day, label }) => (
          <span key={day} style={{ left: percent(positionOf(day, scale)) }}>
            {label}
          </span>
        ))}
      </div>
      <div className="relative">
        <div className={`absolute ${styles.lines}`} aria-hidden="true">
          {timelineTicks(scale).map(({ day }) => (
            <i key={day} style={{ left: percent(positionOf(day, scale)) }} />
          ))}
          <i className={styles.now} style={{ left: percent(now) }}>
            <b data-end={now > 0.9}>{text.today}</b>
          </i>
        </div>
        <ol className="relative" aria-label={text.label}>
          {shown.toReversed().map((entry) => (
            <TimelineRow
              key={keyOf(entry)}
              entry={entry}
              scale={scale}
              today={today}
              pathOf={pathOf}
              manages={manages}
            />
          ))}
        </ol>
      </div>
      {all.length > few.length ? (
        <Button
          className="self-start"
          variant="outlined"
          color="secondary"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? text.showFew : text.showAll(formatNumber(contracts.length))}
        </Button>
      ) : null}
      {children}
    </div>
  );
}

/** Those who do not manage contracts learn of the days after the last one once these have begun. */
function isWorthARow(entry: TimelineEntry<TimelineContract>, manages: boolean): boolean {
  return entry.kind !== "rest" || manages || entry.days > 0;
}

function keyOf(entry: TimelineEntry<TimelineContract>): string {
  if (entry.kind === "contract") return `${entry.contract.contractId}`;
  return `${entry.kind} ${entry.after.contractId}`;
}
