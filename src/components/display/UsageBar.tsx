import type { Translate } from "../../i18n/translate.ts";
import styles from "./display.module.css";

interface Usage {
  used: number;
  cap: number | null;
  /** Formats a value with its unit, such as 1,000件 or 8時間45分. */
  format: (value: number) => string;
  /** Formats the used value without its unit, as in 120/1,000件. */
  formatUsed?: (value: number) => string;
  level?: "normal" | "warning" | "error";
}

/** 120/1,000件 and a bar. The text contains all information, so the bar is decorative. */
export function usageBar(usage: Usage, translate: Translate) {
  const { used, cap, format, formatUsed = format, level = "normal" } = usage;
  const excess = cap === null ? 0 : used - cap;
  const share = cap === null ? 0 : Math.min(1, used / cap);
  return (
    <span className={styles.usage} data-level={level}>
      <span className={styles.usageText}>
        {translate("app.usage.label", {
          used: formatUsed(used),
          cap: cap === null ? translate("app.usage.unlimited") : format(cap),
        })}
      </span>
      {cap === null ? null : (
        <span
          className={styles.bar}
          style={{ backgroundSize: `${share * 100}% 100%` }}
          aria-hidden="true"
        />
      )}
      {excess > 0 ? (
        <span className={styles.excess}>
          {translate("app.usage.excess", { excess: format(excess) })}
        </span>
      ) : null}
    </span>
  );
}
