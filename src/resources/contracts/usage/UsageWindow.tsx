import { useRef, useState } from "react";
import { useTranslate } from "react-admin";
import { formatDate, formatMinutes, formatMonthJa, monthOf } from "../../../../domain/dates.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import { useHandOnFocus } from "../../../components/focus/useHandOnFocus.ts";
import type { ContractRecord } from "../contractRecord.ts";
import { UsageChart } from "./UsageChart.tsx";
import { UsageTable } from "./UsageTable.tsx";
import usage from "./usage.module.css";
import type { Measure } from "./usageMeasure.ts";
import { type Grain, pointsIn, type UsagePoint, windowAt, windowsOf } from "./usageSeries.ts";

interface UsageWindowProps {
  contract: ContractRecord;
  grain: Grain;
  measure: Measure;
  points: readonly UsagePoint[];
  today: string;
}

/** One month of days or one year of months, with buttons to the previous and next one. */
export function UsageWindow({ contract, grain, measure, points, today }: UsageWindowProps) {
  const translate = useTranslate();
  const ways = useRef<HTMLDivElement>(null);
  useHandOnFocus(ways, "button:enabled");
  const windows = windowsOf(grain, contract.startDate, contract.endDate);
  const [at, setAt] = useState(() => windowAt(windows, today));
  const window = windows[at];
  if (!window) return null;

  const text = (key: string, values?: object) =>
    translate(`resources.contracts.usage.${key}`, values);
  const period = (value: string) => (grain === "day" ? formatDate(value) : formatMonthJa(value));
  const shown = pointsIn(window, grain, points);
  const countText = (count: number) =>
    translate("resources.contracts.count", { count: formatNumber(count) });
  const heading =
    grain === "day"
      ? formatMonthJa(monthOf(window.from))
      : text("range", { from: formatMonthJa(window.from), to: formatMonthJa(window.to) });
  const label = text("chart", { measure: text(measure), by: text(grain), range: heading });

  return (
    <>
      <div ref={ways} className={usage.window}>
        <button type="button" disabled={at === 0} onClick={() => setAt(at - 1)}>
          {text(`previous.${grain}`)}
        </button>
        <p aria-live="polite">{heading}</p>
        <button type="button" disabled={at === windows.length - 1} onClick={() => setAt(at + 1)}>
          {text(`next.${grain}`)}
        </button>
      </div>
      {shown.some(isUsed) ? (
        <>
          <UsageChart
            points={shown}
            grain={grain}
            measure={measure}
            label={label}
            periodText={(value) => axisText(grain, value, text)}
            pointText={(point) =>
              text("point", {
                period: period(point.period),
                count: countText(point.transcriptCount),
                minutes: formatMinutes(point.transcriptMinutes),
              })
            }
            summary={text(`sum.${measure}`, { count: countText(sumOf(shown)) })}
          />
          <UsageTable points={shown} grain={grain} caption={label} periodText={period} />
        </>
      ) : (
        <p className={usage.noneShown}>{text("noneInPeriod")}</p>
      )}
    </>
  );
}

function isUsed({ transcriptCount, transcriptMinutes }: UsagePoint): boolean {
  return transcriptCount > 0 || transcriptMinutes > 0;
}

/** The label below a bar: every month, but only some of the days. */
function axisText(
  grain: Grain,
  period: string,
  text: (key: string, values: object) => string,
): string {
  if (grain === "month") return text("axis.month", { month: Number(period.slice(5)) });
  const day = Number(period.slice(8));
  return day === 1 || day % 5 === 0 ? text("axis.day", { day }) : "";
}

/** The total of transcripts. Minutes are rounded up per period and have no exact sum. */
function sumOf(points: readonly UsagePoint[]): number {
  return points.reduce((sum, { transcriptCount }) => sum + transcriptCount, 0);
}
