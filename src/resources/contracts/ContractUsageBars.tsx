import {
  type ContractUse,
  minutesUsed,
  type UsageState,
  usageShare,
  usageState,
} from "../../../domain/contracts/rules.ts";
import { formatMinutes } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { percentOf } from "../../../domain/usage/pace.ts";
import styles from "../../components/display/display.module.css";
import { app } from "../../i18n/ja/app.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";

const levels: Record<UsageState, "normal" | "warning" | "error"> = {
  NORMAL: "normal",
  WARNING: "warning",
  REACHED: "error",
  EXCEEDED: "error",
};

/** 120/1,000件 with a bar; without a cap 120件/無制限. */
export function CountUsage({ contract }: { contract: ContractUse }) {
  return countUsage(contract);
}

export function MinutesUsage({ contract }: { contract: ContractUse }) {
  return minutesUsage(contract);
}

interface Shown {
  /** Shows the used share as a number beside the figures. */
  percent?: boolean;
}

export function countUsage(contract: ContractUse, shown: Shown = {}) {
  const withUnit = (count: number) => contracts.count(formatNumber(count));
  const cap = contract.maxTranscriptCount;
  const own = { ...contract, usedTranscriptSeconds: 0, maxTranscriptMinutes: null };
  return usageBar({
    ...shown,
    used: contract.usedTranscriptCount,
    cap,
    format: withUnit,
    formatUsed: cap === null ? withUnit : formatNumber,
    share: usageShare(own),
    level: levels[usageState(own)],
  });
}

export function minutesUsage(contract: ContractUse, shown: Shown = {}) {
  const own = { ...contract, usedTranscriptCount: 0, maxTranscriptCount: null };
  return usageBar({
    ...shown,
    used: minutesUsed(contract.usedTranscriptSeconds),
    cap: contract.maxTranscriptMinutes,
    format: formatMinutes,
    share: usageShare(own),
    level: levels[usageState(own)],
  });
}

interface Usage extends Shown {
  used: number;
  cap: number | null;
  /** Formats a value with its unit, such as 1,000件 or 8時間45分. */
  format: (value: number) => string;
  /** Formats the used value without its unit, as in 120/1,000件. */
  formatUsed?: (value: number) => string;
  /** The used share of the cap. */
  share: number;
  level: "normal" | "warning" | "error";
}

/** 120/1,000件 and a bar. The text contains all information, so the bar is decorative. */
export function usageBar(usage: Usage) {
  const { used, cap, format, formatUsed = format, share, level, percent } = usage;
  const excess = cap === null ? 0 : used - cap;
  return (
    <span className={`block ${styles.usage}`} data-level={level}>
      <span className="numeric nowrap block">
        {app.usage.label(formatUsed(used), cap === null ? app.usage.unlimited : format(cap))}
      </span>
      {percent && cap !== null ? (
        <strong className={styles.percent}>{app.usage.percent(percentOf(share))}</strong>
      ) : null}
      {cap === null ? null : (
        <span
          className="drawn block meter above-4"
          style={{ backgroundSize: `${Math.min(1, share) * 100}% 100%` }}
          aria-hidden="true"
        />
      )}
      {excess > 0 ? (
        <span className={`caption strong block error ${styles.excess}`}>
          {app.usage.excess(format(excess))}
        </span>
      ) : null}
    </span>
  );
}
