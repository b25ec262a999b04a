import { useTranslate } from "../../../i18n/translate.ts";
import usage from "./usage.module.css";
import { MEASURES, measures } from "./usageMeasure.ts";
import { type Figures, type Grain, periodText } from "./usageSeries.ts";

interface UsageTableProps {
  points: readonly Figures[];
  grain: Grain;
  caption: string;
}

/** The exact figures of the chart, also for screen readers. */
export function UsageTable({ points, grain, caption }: UsageTableProps) {
  const translate = useTranslate();
  return (
    <details className={usage.figures}>
      <summary>{translate("resources.contracts.usage.table")}</summary>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{translate(`resources.contracts.usage.period.${grain}`)}</th>
            <th scope="col">{translate("resources.contracts.fields.transcriptCount")}</th>
            <th scope="col">{translate("resources.contracts.fields.transcriptMinutes")}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.period}>
              <th scope="row">{periodText(grain, point.period)}</th>
              {MEASURES.map((measure) => (
                <td key={measure}>
                  {measures[measure].axisText(measures[measure].of(point), translate)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
