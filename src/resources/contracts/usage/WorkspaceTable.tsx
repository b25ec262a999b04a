import { useTranslate } from "react-admin";
import { workspaceLabel } from "../../../../domain/ledgerLabelSentences.ts";
import { periodText } from "./periodText.ts";
import usage from "./usage.module.css";
import { type Measure, measures } from "./usageMeasure.ts";
import type { Grain, UsagePoint } from "./usageSeries.ts";
import { type Place, stackOf } from "./workspaceUse.ts";

interface WorkspaceTableProps {
  points: readonly UsagePoint[];
  places: readonly Place[];
  grain: Grain;
  measure: Measure;
  caption: string;
}

/** The exact figures of each workspace, also of those that share a colour. */
export function WorkspaceTable({ points, places, grain, measure, caption }: WorkspaceTableProps) {
  const translate = useTranslate();
  const text = (key: string) => translate(`resources.contracts.usage.${key}`);
  const { of, axisText } = measures[measure];
  const each = places.map((place) => [place]);
  return (
    <details className={usage.figures}>
      <summary>{text("table")}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <section aria-label={caption} tabIndex={0} className={usage.scroller}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{text(`period.${grain}`)}</th>
              <th scope="col">{text("total")}</th>
              {places.map((place) => (
                <th key={place.workspaceId} scope="col">
                  {workspaceLabel(place)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.period}>
                <th scope="row">{periodText(grain, point.period)}</th>
                <td>{axisText(of(point), translate)}</td>
                {stackOf(point, each, of).map((value, index) => (
                  <td key={places[index]?.workspaceId}>{axisText(value, translate)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
