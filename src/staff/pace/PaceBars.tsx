import { minutesUsed } from "../../../domain/contracts/rules.ts";
import type { OwnContract } from "../../../domain/contracts/schemas.ts";
import { formatMinutes } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { percentOf, type UsagePace } from "../../../domain/usage/pace.ts";
import { type TextKey, useTranslate } from "../../i18n/translate.ts";
import styles from "./pace.module.css";

interface PaceBarsProps {
  contract: OwnContract;
  pace: UsagePace;
}

/** One bar for the time that has passed, and one for each cap, on the same scale. */
export function PaceBars({ contract, pace }: PaceBarsProps) {
  const translate = useTranslate();
  const count = (value: number) =>
    translate("resources.contracts.count", { count: formatNumber(value) });
  const time = translate("home.pace.days", {
    passed: formatNumber(pace.passedDays),
    days: formatNumber(pace.days),
  });
  return (
    <dl className={styles.bars}>
      <Bar label="home.pace.time" text={time} share={pace.timeShare} tone="time" />
      <CapBar
        label="resources.contracts.fields.transcriptCount"
        used={contract.usedTranscriptCount}
        max={contract.maxTranscriptCount}
        share={pace.countShare}
        timeShare={pace.timeShare}
        reached="home.limits.reached.count"
        format={count}
      />
      <CapBar
        label="resources.contracts.fields.transcriptMinutes"
        used={minutesUsed(contract.usedTranscriptSeconds)}
        max={contract.maxTranscriptMinutes}
        share={pace.minutesShare}
        timeShare={pace.timeShare}
        reached="home.limits.reached.minutes"
        format={formatMinutes}
      />
    </dl>
  );
}

interface CapBarProps {
  label: TextKey;
  used: number;
  max: number | null;
  share: number | null;
  timeShare: number;
  /** The sentence of a cap that is reached. */
  reached: TextKey;
  format: (value: number) => string;
}

function CapBar({ label, used, max, share, timeShare, reached, format }: CapBarProps) {
  const translate = useTranslate();
  const cap = max === null ? translate("app.usage.unlimited") : format(max);
  const text = translate("app.usage.label", { used: format(used), cap });
  if (share === null) return <Bar label={label} text={text} />;
  const bar = { label, text, share };
  if (share >= 1) return <Bar {...bar} tone="reached" remark={translate(reached)} />;
  if (share > timeShare) return <Bar {...bar} tone="ahead" remark={translate("home.pace.ahead")} />;
  return <Bar {...bar} tone="use" />;
}

interface BarProps {
  label: TextKey;
  text: string;
  share?: number;
  tone?: "time" | "use" | "ahead" | "reached";
  remark?: string | undefined;
}

function Bar({ label, text, share, tone, remark }: BarProps) {
  const translate = useTranslate();
  return (
    <div>
      <dt>{translate(label)}</dt>
      <dd>
        <span className={styles.figures}>
          <span>{text}</span>
          {share === undefined ? null : (
            <strong>{translate("home.pace.percent", { percent: percentOf(share) })}</strong>
          )}
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
