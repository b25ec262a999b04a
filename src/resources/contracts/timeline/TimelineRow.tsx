import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { LinkBase, useCreatePath } from "react-admin";
import {
  type ContractUse,
  isRunning,
  minutesUsed,
  type Period,
  type UsageState,
  usageShare,
  usageState,
} from "../../../../domain/contracts/rules.ts";
import type { OwnContract } from "../../../../domain/contracts/schemas.ts";
import {
  entryPeriod,
  positionOf,
  type TimelineEntry,
} from "../../../../domain/contracts/timeline.ts";
import { addDays, formatDate, formatMinutes } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { percentOf } from "../../../../domain/usage/pace.ts";
import {
  ContractStatusChip,
  contractTones,
  StatusChip,
} from "../../../components/display/StatusChip.tsx";
import { contractTimeline as text } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import styles from "./timeline.module.css";

interface TimelineRowProps<Entry> {
  entry: Entry;
  scale: Period;
  today: string;
  pathOf: TimelinePaths;
  manages: boolean;
}

type Entry = TimelineEntry<TimelineContract>;
type EntryOf<Kind extends Entry["kind"]> = Extract<Entry, { kind: Kind }>;

export function TimelineRow(props: TimelineRowProps<Entry>) {
  const { entry, ...rest } = props;
  switch (entry.kind) {
    case "contract":
      return <ContractRow entry={entry} {...rest} />;
    case "gap":
      return <GapRow entry={entry} {...rest} />;
    case "rest":
      return <RestRow entry={entry} {...rest} />;
  }
}

function ContractRow({ entry, scale, pathOf }: TimelineRowProps<EntryOf<"contract">>) {
  const { contract, period, overlap } = entry;
  const { contractId, startDate, endDate, terminationDate, status } = contract;
  const dates = written({ startDate, endDate });
  const use = wordsOfUse(contract);
  const tone = contractTones[status];
  // What a contract that is over has left does not matter any more.
  const level = isRunning(contract) ? levels[usageState(contract)] : "normal";
  return (
    <li className={`grid line-above align-center ${styles.row}`}>
      <div className={styles.side}>
        <div className={`row numeric gap-2-12 ${styles.head}`}>
          <LinkBase
            to={pathOf.contract(contractId)}
            aria-label={text.link(dates, contracts.status[status], use)}
          >
            {dates}
          </LinkBase>
          <ContractStatusChip status={status} />
          {overlap > 0 ? (
            <StatusChip tone="error" label={text.overlap(formatNumber(overlap))} />
          ) : null}
        </div>
        <p className={`wrap gap-0-12 note numeric ${styles.use}`} data-level={level}>
          {use}
          {terminationDate ? <span>{text.terminated(formatDate(terminationDate))}</span> : null}
        </p>
      </div>
      <Share contract={contract} level={level} />
      <Track period={period} scale={scale}>
        {(position) => (
          <span
            className={`${styles.bar} drawn`}
            data-status={status}
            data-tone={tone === "neutral" ? undefined : tone}
            style={position}
          />
        )}
      </Track>
    </li>
  );
}

/** How much of the fuller cap is used, on a scale of its own: that of the periods says when. */
function Share({ contract, level }: { contract: ContractUse; level: Level }) {
  const { maxTranscriptCount, maxTranscriptMinutes } = contract;
  if (maxTranscriptCount === null && maxTranscriptMinutes === null) return null;
  const share = usageShare(contract);
  return (
    <p className={`note grid gap-4 numeric ${styles.share}`} data-level={level}>
      <span>{text.share(formatNumber(percentOf(share)))}</span>
      <span
        className="drawn meter"
        style={{ backgroundSize: `${Math.min(1, share) * 100}% 100%` }}
        aria-hidden="true"
      />
    </p>
  );
}

function GapRow({ entry, scale, pathOf, manages }: TimelineRowProps<EntryOf<"gap">>) {
  const { after, period, days, isOpen } = entry;
  return (
    <li className={`grid line-above align-center ${styles.row}`} data-kind="gap">
      <div className={styles.side}>
        <div className={`row numeric gap-2-12 ${styles.head}`}>
          <StatusChip tone={isOpen ? "warning" : "neutral"} label={text.gap(formatNumber(days))} />
          <span>{written(period)}</span>
        </div>
        {isOpen && manages ? (
          <NextButton
            to={pathOf.next(after.contractId, true)}
            label={text.createAt(written(period))}
          />
        ) : null}
      </div>
      <Track period={period} scale={scale}>
        {(position) => <span className={styles.gap} style={position} />}
      </Track>
    </li>
  );
}

function RestRow({ entry, scale, today, pathOf, manages }: TimelineRowProps<EntryOf<"rest">>) {
  const { after, startDate, days } = entry;
  return (
    <li className={`grid line-above align-center ${styles.row}`} data-kind="rest">
      <div className={styles.side}>
        <div className={`row numeric gap-2-12 ${styles.head}`}>
          {days > 0 ? <StatusChip tone="warning" label={text.gap(formatNumber(days))} /> : null}
          <span>{text.rest(formatDate(startDate))}</span>
        </div>
        {manages ? (
          <NextButton
            to={pathOf.next(after.contractId, false)}
            label={text.createAt(`${formatDate(startDate)}〜`)}
          />
        ) : null}
      </div>
      <Track period={entryPeriod(entry, scale.endDate)} scale={scale}>
        {(position) => (
          <span className={styles.gap} data-coming={startDate > today} style={position} />
        )}
      </Track>
    </li>
  );
}

function NextButton({ to, label }: { to: string; label: string }) {
  return (
    <Button
      className="fixed"
      variant="outlined"
      size="small"
      component={LinkBase}
      to={to}
      aria-label={label}
    >
      {text.create}
    </Button>
  );
}

interface TrackProps {
  period: Period;
  scale: Period;
  children: (position: { left: string; width: string }) => ReactNode;
}

/** Where the period lies on the scale. What it shows stands in words beside it. */
function Track({ period, scale, children }: TrackProps) {
  const from = positionOf(period.startDate, scale);
  const to = positionOf(addDays(period.endDate, 1), scale);
  return (
    <div className={`relative ${styles.track}`} aria-hidden="true">
      {children({ left: `${from * 100}%`, width: `${(to - from) * 100}%` })}
    </div>
  );
}

type Level = "normal" | "warning" | "error";

const levels: Record<UsageState, Level> = {
  NORMAL: "normal",
  WARNING: "warning",
  REACHED: "error",
  EXCEEDED: "error",
};

const written = ({ startDate, endDate }: Period) =>
  `${formatDate(startDate)}〜${formatDate(endDate)}`;

/** 42/100件・12時間/50時間; without a cap 42件/無制限. */
function wordsOfUse(contract: ContractUse): string {
  const count = (value: number) => contracts.count(formatNumber(value));
  const unlimited = contracts.unlimited;
  const { maxTranscriptCount, maxTranscriptMinutes } = contract;
  return text.use(
    maxTranscriptCount === null
      ? text.of(count(contract.usedTranscriptCount), unlimited)
      : text.of(formatNumber(contract.usedTranscriptCount), count(maxTranscriptCount)),
    text.of(
      formatMinutes(minutesUsed(contract.usedTranscriptSeconds)),
      maxTranscriptMinutes === null ? unlimited : formatMinutes(maxTranscriptMinutes),
    ),
  );
}

/** What the timeline shows of a contract, in both areas. */
export type TimelineContract = Pick<
  OwnContract,
  | "contractId"
  | "startDate"
  | "endDate"
  | "terminationDate"
  | "status"
  | "maxTranscriptCount"
  | "maxTranscriptMinutes"
  | "usedTranscriptCount"
  | "usedTranscriptSeconds"
>;

interface TimelinePaths {
  contract: (contractId: number) => string;
  /** The form of the contract that follows another, or fills the gap behind it. */
  next: (contractId: number, fillsGap: boolean) => string;
}

export function useTimelinePaths(): TimelinePaths {
  const createPath = useCreatePath();
  return {
    contract: (id) => createPath({ resource: "contracts", type: "show", id }),
    next: (id, fillsGap) => {
      const path = createPath({ resource: "contracts", type: "create" });
      return `${path}?renew=${id}${fillsGap ? "&gap" : ""}`;
    },
  };
}
