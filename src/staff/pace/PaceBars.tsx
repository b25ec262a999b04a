import { minutesUsed } from "../../../domain/contracts/rules.ts";
import type { OwnContract } from "../../../domain/contracts/schemas.ts";
import { formatMinutes } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { percentOf, type UsagePace } from "../../../domain/usage/pace.ts";
import { app } from "../../i18n/ja/app.ts";
import { home } from "../../i18n/ja/home.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import styles from "./pace.module.css";

interface PaceBarsProps {
  contract: OwnContract;
  pace: UsagePace;
}

/** One bar for the time that has passed, and one for each cap, on the same scale. */
export function PaceBars({ contract, pace }: PaceBarsProps) {
  const count = (value: number) => contracts.count(formatNumber(value));
  const time = home.pace.days(formatNumber(pace.passedDays), formatNumber(pace.days));
  return (
    <dl className={styles.bars}>
      <Bar label={home.pace.time} text={time} share={pace.timeShare} tone="time" />
      <CapBar
        label={contracts.fields.transcriptCount}
        used={contract.usedTranscriptCount}
        max={contract.maxTranscriptCount}
        share={pace.countShare}
        timeShare={pace.timeShare}
        reached={home.limits.reached.count}
        format={count}
      />
      <CapBar
        label={contracts.fields.transcriptMinutes}
        used={minutesUsed(contract.usedTranscriptSeconds)}
        max={contract.maxTranscriptMinutes}
        share={pace.minutesShare}
        timeShare={pace.timeShare}
        reached={home.limits.reached.minutes}
        format={formatMinutes}
      />
    </dl>
  );
}

interface CapBarProps {
  label: string;
  used: number;
  max: number | null;
  share: number | null;
  timeShare: number;
  /** The sentence of a cap that is reached. */
  reached: string;
  format: (value: number) => string;
}

function CapBar({ label, used, max, share, timeShare, reached, format }: CapBarProps) {
  const cap = max === null ? app.usage.unlimited : format(max);
  const text = app.usage.label(format(used), cap);
  if (share === null) return <Bar label={label} text={text} />;
  const bar = { label, text, share };
  if (share >= 1) return <Bar {...bar} tone="reached" remark={reached} />;
  if (share > timeShare) return <Bar {...bar} tone="ahead" remark={home.pace.ahead} />;
  return <Bar {...bar} tone="use" />;
}

interface BarProps {
  label: string;
  text: string;
  share?: number;
  tone?: "time" | "use" | "ahead" | "reached";
  remark?: string | undefined;
}

function Bar({ label, text, share, tone, remark }: BarProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={styles.figures}>
          <span>{text}</span>
          {share === undefined ? null : <strong>{app.usage.percent(percentOf(share))}</strong>}
        </span>
        {share === undefined ? null : (
          <span
            className={`${styles.bar} drawn`}
            data-tone={tone}
            style={{ backgroundSize: `${Math.min(1, share) * 100}% 100%` }}
            aria-hidden="true"
          />
        )}
        {remark ? (
          <span className={styles.remark} data-tone={tone}>
            {remark}
          </span>
        ) : null}
      </dd>
    </div>
  );
}
