import type { ReactNode } from "react";
import {
  dayWithin,
  effectiveEnd,
  isRunning,
  minutesLeft,
} from "../../../domain/contracts/rules.ts";
import type { OwnContract } from "../../../domain/contracts/schemas.ts";
import { daysBetween, formatDate, formatMinutes } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { usagePace } from "../../../domain/usage/pace.ts";
import { Figure } from "../../components/display/Figure.tsx";
import { contractBalance as text } from "../../i18n/ja/contractPages.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import styles from "./balance.module.css";
import { countUsage, minutesUsage, usageBar } from "./ContractUsageBars.tsx";
import { UsageForecast } from "./UsageForecast.tsx";

interface ContractBalanceProps {
  contract: OwnContract;
  /** A date in Asia/Tokyo. */
  today: string;
  /** Whether another contract follows; undefined where that is not known. */
  isFollowed?: boolean | undefined;
}

/** What is left of a contract and of its time, above what was used, and when a cap is reached. */
export function ContractBalance(props: ContractBalanceProps) {
  const { contract } = props;
  const count = (value: number) => contracts.count(formatNumber(value));
  const { maxTranscriptCount: max, usedTranscriptCount: used } = contract;
  return (
    <>
      <dl className={`grid gap-16-32 ${styles.balance}`}>
        <Left label={text.count} left={max === null ? null : max - used} write={count}>
          {countUsage(contract, { percent: true })}
        </Left>
        <Left label={text.time} left={minutesLeft(contract)} write={formatMinutes}>
          {minutesUsage(contract, { percent: true })}
        </Left>
        <TimeLeft {...props} />
      </dl>
      <div className={styles.forecast}>
        <UsageForecast contract={contract} />
      </div>
    </>
  );
}

interface LeftProps {
  label: string;
  /** Negative beyond the cap, null without one. */
  left: number | null;
  write: (value: number) => string;
  /** What is used of the cap. */
  children: ReactNode;
}

function Left({ label, left, write, children }: LeftProps) {
  return (
    <div className="shrink">
      <dt className="note">{label}</dt>
      <dd className="grid gap-4">
        <Figure>{left === null ? contracts.unlimited : write(Math.max(0, left))}</Figure>
        {children}
      </dd>
    </div>
  );
}

/** The days until the contract ends or begins, and how many of them have passed. */
function TimeLeft({ contract, today, isFollowed }: ContractBalanceProps) {
  const { startDate, terminationDate, status } = contract;
  const days = (value: number) => text.days(formatNumber(value));
  if (status === "UPCOMING") {
    return (
      <div className="shrink">
        <dt className="note">{text.toStart}</dt>
        <dd className="grid gap-4">
          <Figure>{days(daysBetween(today, startDate))}</Figure>
          <span className="note numeric">{text.starts(formatDate(startDate))}</span>
        </dd>
      </div>
    );
  }
  const end = effectiveEnd(contract);
  const day = dayWithin({ startDate, endDate: end }, today);
  const pace = usagePace(contract, day);
  return (
    <Left label={text.period} left={daysBetween(day, end)} write={days}>
      {usageBar({
        used: pace.passedDays,
        cap: pace.days,
        format: days,
        formatUsed: (value) => text.passed(formatNumber(value)),
        share: pace.timeShare,
        level: "normal",
        percent: true,
      })}
      <span className="note numeric">{followedText()}</span>
    </Left>
  );

  function followedText() {
    const date = formatDate(end);
    const last = today === end ? text.lastDay : text.ends(date);
    const said = terminationDate === end ? text.terminated(date) : last;
    if (isFollowed === undefined || !isRunning(contract)) return said;
    return isFollowed ? text.followed(said) : text.notFollowed(said);
  }
}
