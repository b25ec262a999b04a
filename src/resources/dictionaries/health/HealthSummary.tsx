import { soundPercent } from "../../../../domain/health/figure.ts";
import { isAlone } from "../../../../domain/health/rules.ts";
import type { HealthReport } from "../../../../domain/health/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { Figure } from "../../../components/display/Figure.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { health as text } from "../../../i18n/ja/health.ts";
import styles from "./health.module.css";

/** A part of one word among thousands is seen, too. */
const barWidth = (share: number) => `${share === 0 ? 0 : Math.max(share * 100, 1)}%`;

/** The share of sound words, and what lowers it: each bar is the part of the words that a kind takes. */
export function HealthSummary({ report }: { report: HealthReport }) {
  const { words, sound, truncated } = report;
  const lowered = report.lowered.filter(({ sets }) => sets > 0);
  const percent = soundPercent(report);
  return (
    <Section title={text.title}>
      <div className={styles.summary}>
        <div className={styles.lead}>
          {words === 0 ? (
            <p role="status">{text.none}</p>
          ) : (
            <>
              <span className={styles.caption}>{text.sound}</span>
              <Figure>{text.percent(formatNumber(percent))}</Figure>
              <span className={styles.of}>{text.of(formatNumber(sound), formatNumber(words))}</span>
            </>
          )}
          {truncated ? <p>{text.truncated(formatNumber(words))}</p> : null}
        </div>
        {words > 0 && lowered.length === 0 ? <p role="status">{text.allSound}</p> : null}
        {lowered.length > 0 ? (
          <ul className={styles.lowered} aria-label={text.lowering}>
            {lowered.map(({ kind, sets, words: ofKind, counted }) => (
              <li key={kind}>
                <a href={`#${kind}`}>{text.kinds[kind].title}</a>
                <span className={styles.bar} aria-hidden="true">
                  <span style={{ width: barWidth(counted / words) }} />
                </span>
                <span className={styles.count}>
                  {isAlone(kind) ? null : <small>{text.sets(formatNumber(sets))}</small>}
                  {text.counted(formatNumber(ofKind))}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Section>
  );
}
