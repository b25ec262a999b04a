import { useRef, useState } from "react";
import { formatMinutes, formatMonthJa, monthOf } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { useHandOnFocus } from "../../../components/focus/useHandOnFocus.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { UsageChart } from "./UsageChart.tsx";
import { UsageTable } from "./UsageTable.tsx";
import usage from "./usage.module.css";
import { adjustedText, type Measure, type UsageContract } from "./usageMeasure.ts";
import {
  type Grain,
  minutesIn,
  periodText,
  pointsIn,
  type UsagePoint,
  windowAt,
  windowsOf,
} from "./usageSeries.ts";
import { WorkspaceUse } from "./WorkspaceUse.tsx";
import { workspacesIn } from "./workspaceUse.ts";

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
      <div ref={ways} className={usage.window}>
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
      {shown.some(isUsed) ? null : <p className={usage.noneShown}>{text.noneInPeriod}</p>}
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
