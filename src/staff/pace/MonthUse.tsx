import { formatMinutes, formatMonthJa, monthOf } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import type { UsagePace } from "../../../domain/usage/pace.ts";
import type { UsageSeries } from "../../../domain/usage/schemas.ts";
import { useTranslate } from "../../i18n/translate.ts";
import styles from "./pace.module.css";

interface MonthUseProps {
  points: UsageSeries["points"];
  pace: UsagePace;
  today: string;
}

/** What this month has used, beside its even share of the caps. */
export function MonthUse({ points, pace, today }: MonthUseProps) {
  const translate = useTranslate();
  const month = monthOf(today);
  const used = points.find(({ period }) => period === month);
  const count = (value: number) =>
    translate("resources.contracts.count", { count: formatNumber(value) });
  const guide = (value: number | null, format: (value: number) => string) =>
    value === null ? null : (
      <span className={styles.guide}>{translate("home.pace.guide", { guide: format(value) })}</span>
    );
  return (
    <div className={styles.month}>
      <h3>{translate("home.pace.month", { month: formatMonthJa(month) })}</h3>
      <p>
        <span>
          {count(used?.transcriptCount ?? 0)}
          {guide(pace.monthCount, count)}
        </span>
        <span>
          {formatMinutes(used?.transcriptMinutes ?? 0)}
          {guide(pace.monthMinutes, formatMinutes)}
        </span>
      </p>
    </div>
  );
}
