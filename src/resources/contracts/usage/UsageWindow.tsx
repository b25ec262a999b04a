import { useRef, useState } from "react";
import { formatMinutes, formatMonthJa, monthOf } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { workspaceLabel } from "../../../../domain/usage/ledgerLabels.ts";
import { useHandOnFocus } from "../../../components/focus/useHandOnFocus.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { UsageChart } from "./UsageChart.tsx";
import { UsageTable } from "./UsageTable.tsx";
import usage from "./usage.module.css";
import {
  adjustedIn,
  adjustedText,
  changeText,
  type Measure,
  measures,
  type UsageContract,
} from "./usageMeasure.ts";
import {
  chartColour,
  type Grain,
  minutesIn,
  periodText,
  pointsIn,
  stackOf,
  type UsagePoint,
  type WorkspaceUseRow,
  windowAt,
  windowsOf,
  workspacesByColour,
  workspacesIn,
} from "./usageSeries.ts";

const text = contractPages.usage;

interface UsageWindowProps {
  contract: UsageContract;
  grain: Grain;
  measure: Measure;
  /** Of the whole contract; with workspaces, the chart is split by them. */
  points: readonly UsagePoint[];
  today: string;
}

/** One month of days or one year of months, with buttons to the previous and next one. */
export function UsageWindow({ contract, grain, measure, points, today }: UsageWindowProps) {
  const ways = useRef<HTMLDivElement>(null);
  useHandOnFocus(ways, "button:enabled");
  const windows = windowsOf(grain, contract.startDate, contract.endDate);
  const [at, setAt] = useState(() => windowAt(windows, today));
  const window = windows[at];
  if (!window) return null;

  const shown = pointsIn(window, grain, points);
  const countText = (count: number) => contracts.count(formatNumber(count));
  const heading =
    grain === "day"
      ? formatMonthJa(monthOf(window.from))
      : text.range(formatMonthJa(window.from), formatMonthJa(window.to));
  const described = [text[measure], text[grain], heading] as const;
  const label = text.chart(...described);
  const workspaces = workspacesIn(points);

  return (
    <>
      <div ref={ways} className={`line spread gap-8 above-16 ${usage.window}`}>
        <button type="button" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {text.previous[grain]}
        </button>
        <p aria-live="polite">{heading}</p>
        <button type="button" disabled={at === windows.length - 1} onClick={() => setAt(at + 1)}>
          {text.next[grain]}
        </button>
      </div>
      {shown.some(isUsed) && workspaces.length > 0 ? (
        <WorkspaceUse
          points={shown}
          workspaces={workspaces}
          grain={grain}
          measure={measure}
          label={text.byWorkspace(...described)}
        />
      ) : null}
      {shown.some(isUsed) && workspaces.length === 0 ? (
        <>
          <UsageChart
            points={shown}
            grain={grain}
            measure={measure}
            label={label}
            pointText={(point) =>
              text.point(
                periodText(grain, point.period),
                countText(point.transcriptCount),
                formatMinutes(point.transcriptMinutes),
                adjustedText(point),
              )
            }
            summary={
              measure === "count"
                ? text.sum.count(countText(sumOf(shown)))
                : text.sum.minutes(formatMinutes(minutesIn(window, points)))
            }
          />
          <UsageTable points={shown} grain={grain} caption={label} />
        </>
      ) : null}
      {shown.some(isUsed) ? null : (
        <p className={`grid quiet ${usage.noneShown}`}>{text.noneInPeriod}</p>
      )}
    </>
  );
}

function isUsed(point: UsagePoint): boolean {
  const { transcriptCount, transcriptMinutes, adjusted, workspaces = [] } = point;
  const hasParts = adjusted !== undefined || workspaces.length > 0;
  return transcriptCount !== 0 || transcriptMinutes !== 0 || hasParts;
}

/** The total of transcripts. */
function sumOf(points: readonly UsagePoint[]): number {
  return points.reduce((sum, { transcriptCount }) => sum + transcriptCount, 0);
}

interface WorkspaceUseProps {
  points: readonly UsagePoint[];
  /** All workspaces with use of the contract, so that their colours are the same in each window. */
  workspaces: readonly WorkspaceUseRow[];
  grain: Grain;
  measure: Measure;
  label: string;
}

/** Bars stacked by workspace, with their legend and all figures in a table. */
function WorkspaceUse({ points, workspaces, grain, measure, label }: WorkspaceUseProps) {
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
    const change = adjustedIn(point, measure);
    if (change !== 0) parts.push(text.part(text.adjustment.name, changeText(change, measure)));
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
      <ul className={`wrap gap-4-16 caption ${usage.legend}`}>
        {names.map((name, colour) => (
          <li key={name} className="line gap-8 shrink">
            <span
              className={`fixed round-small ${usage.swatch}`}
              style={{ background: chartColour(colour) }}
            />
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
  const hasAdjusted = points.some((point) => adjustedIn(point, measure) !== 0);
  return (
    <details className={`body-text ${usage.figures}`}>
      <summary>{text.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <section aria-label={caption} tabIndex={0} className={`scroll-x ${usage.scroller}`}>
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
              {hasAdjusted ? <th scope="col">{text.adjustment.name}</th> : null}
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
                {hasAdjusted ? <td>{changeText(adjustedIn(point, measure), measure)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
