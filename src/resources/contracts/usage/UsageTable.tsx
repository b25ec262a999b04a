import { Segments } from "../../../components/form/Segments.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import styles from "./usage.module.css";
import { adjustedText, MEASURES, measures } from "./usageMeasure.ts";
import { type Figures, type Grain, periodText } from "./usageSeries.ts";

interface UsageTableProps {
  points: readonly Figures[];
  grain: Grain;
  caption: string;
}

/** The exact figures of the chart, also for screen readers. */
export function UsageTable({ points, grain, caption }: UsageTableProps) {
  const hasAdjusted = points.some(({ adjusted }) => adjusted);
  return (
    <details className={`body-text ${styles.figures}`}>
      <summary>{contractPages.usage.table}</summary>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{contractPages.usage.period[grain]}</th>
            <th scope="col">{contracts.fields.transcriptCount}</th>
            <th scope="col">{contracts.fields.transcriptMinutes}</th>
            {hasAdjusted ? <th scope="col">{contractPages.usage.adjustment.column}</th> : null}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.period}>
              <th scope="row">{periodText(grain, point.period)}</th>
              {MEASURES.map((measure) => (
                <td key={measure}>{measures[measure].axisText(measures[measure].of(point))}</td>
              ))}
              {hasAdjusted ? <td>{adjustedText(point)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const text = contractPages.usage;

/** The names of what can be chosen. */
type UsageKey = {
  [Name in keyof typeof text]: (typeof text)[Name] extends string ? Name : never;
}[keyof typeof text];

interface UsageChoiceProps<Value extends UsageKey> {
  legend: UsageKey;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of what a chart shows. */
export function UsageChoice<Value extends UsageKey>(props: UsageChoiceProps<Value>) {
  const { legend, values, ...choice } = props;
  const options = values.map((value) => ({ value, label: text[value] }));
  return <Segments quiet legend={text[legend]} options={options} {...choice} />;
}
