import { useTranslate } from "react-admin";
import { formatMinutes } from "../../../../domain/dates.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import usage from "./usage.module.css";
import type { Grain, UsagePoint } from "./usageSeries.ts";

interface UsageTableProps {
  points: readonly UsagePoint[];
  grain: Grain;
  caption: string;
  periodText: (period: string) => string;
}

/** The exact figures of the chart, also for screen readers. */
export function UsageTable({ points, grain, caption, periodText }: UsageTableProps) {
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
              <th scope="row">{periodText(point.period)}</th>
              <td>
                {translate("resources.contracts.count", {
                  count: formatNumber(point.transcriptCount),
                })}
              </td>
              <td>{formatMinutes(point.transcriptMinutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
