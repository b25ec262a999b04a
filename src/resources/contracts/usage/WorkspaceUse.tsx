import { workspaceLabel } from "../../../../domain/usage/ledgerLabels.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { UsageChart } from "./UsageChart.tsx";
import table from "./UsageTable.module.css";
import usage from "./usage.module.css";
import { type Measure, measures } from "./usageMeasure.ts";
import { type Grain, periodText, type UsagePoint } from "./usageSeries.ts";
import { stackOf, type WorkspaceUseRow, workspacesByColour } from "./workspaceUse.ts";

const text = contractPages.usage;

interface WorkspaceUseProps {
  points: readonly UsagePoint[];
  /** All workspaces with use of the contract, so that their colours are the same in each window. */
  workspaces: readonly WorkspaceUseRow[];
  grain: Grain;
  measure: Measure;
  label: string;
}

/** Bars stacked by workspace, with their legend and all figures in a table. */
export function WorkspaceUse({ points, workspaces, grain, measure, label }: WorkspaceUseProps) {
  const { of, axisText } = measures[measure];
  const colours = workspacesByColour(workspaces);
  const names = colours.map(([first, ...others]) =>
    first && others.length === 0 ? workspaceLabel(first) : text.others,
  );
  const stack = (point: UsagePoint) => stackOf(point, colours, of);
  const pointText = (point: UsagePoint) => {
    const values = stack(point);
    const parts = names.flatMap((name, colour) => {
      const value = values[colour] ?? 0;
      return value === 0 ? [] : [text.part(name, axisText(value))];
    });
    return text.pointOf(periodText(grain, point.period), parts.join("、") || axisText(0));
  };
  return (
    <>
      <UsageChart
        points={points}
        grain={grain}
        measure={measure}
        label={label}
        pointText={pointText}
        summary=""
        stack={stack}
      />
      <ul className={usage.legend}>
        {names.map((name, colour) => (
          <li key={name} data-colour={colour}>
            {name}
          </li>
        ))}
      </ul>
      <WorkspaceTable
        points={points}
        workspaces={workspaces}
        grain={grain}
        measure={measure}
        caption={label}
      />
    </>
  );
}

interface WorkspaceTableProps {
  points: readonly UsagePoint[];
  workspaces: readonly WorkspaceUseRow[];
  grain: Grain;
  measure: Measure;
  caption: string;
}

/** The exact figures of each workspace, also of those that share a colour. */
function WorkspaceTable({ points, workspaces, grain, measure, caption }: WorkspaceTableProps) {
  const { of, axisText } = measures[measure];
  const each = workspaces.map((place) => [place]);
  return (
    <details className={table.figures}>
      <summary>{text.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <section aria-label={caption} tabIndex={0} className={table.scroller}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.period[grain]}</th>
              <th scope="col">{text.total}</th>
              {workspaces.map((place) => (
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
                <td>{axisText(of(point))}</td>
                {stackOf(point, each, of).map((value, index) => (
                  <td key={workspaces[index]?.workspaceId}>{axisText(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
