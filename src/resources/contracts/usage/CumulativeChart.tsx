import type { PointerEvent } from "react";
import { capShares } from "../../../../domain/contracts/rules.ts";
import { daysBetween, formatDate } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { percentOf } from "../../../../domain/usage/pace.ts";
import type { UsageSeries } from "../../../../domain/usage/schemas.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import usage from "./usage.module.css";
import { adjustedIn, type Measure, measures, type UsageContract } from "./usageMeasure.ts";
import { axisPeriodText, type Sums, ticksDownTo } from "./usageSeries.ts";
import { usePointed, YAxis } from "./YAxis.tsx";

const text = contractPages.usage;

interface CumulativeChartProps {
  contract: UsageContract;
  measure: Measure;
  /** All days of the contract. */
  days: readonly string[];
  /** The sums of the days up to today. */
  sums: readonly Sums[];
  /** When a cap is expected to be reached. */
  forecast?: UsageSeries["forecast"] | undefined;
  label: string;
}

const MOST_LABELS = 13;

/** The sums of the days as a line up to today, with the cap and the straight way from nothing to it. */
export function CumulativeChart(props: CumulativeChartProps) {
  const { contract, measure, days, sums, label } = props;
  const { pointed, point: pointAt, byKeyboard } = usePointed(sums.length);
  const { of, ticks, axisText, cap: capOf } = measures[measure];
  const cap = capOf(contract);
  const values = sums.map(of);
  const axis = ticksDownTo(Math.min(0, ...values), ticks(Math.max(cap ?? 0, ...values)));
  const [bottom = 0, top = 1] = [axis[0], axis.at(-1)];
  const share = (value: number) => ((top - value) / (top - bottom)) * 100;
  const start = (index: number) => (index / days.length) * 100;
  /** Where the sum of a day is, from the left. */
  const end = (index: number) => start(index + 1);

  const shown = pointed ?? sums.length - 1;
  const shownSum = sums[shown];
  const reached = cap === null ? undefined : forecastEnd(props);
  const way = values.map((value, index) => `${end(index)} ${share(value)}`).join(" L");

  function point(event: PointerEvent<SVGSVGElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const from = (event.clientX - left) / width;
    const at = Math.floor(from * days.length);
    pointAt(at >= 0 && at < sums.length ? at : null);
  }

  return (
    <div className={`above-8 ${usage.chart}`} data-measure={measure}>
      <p className={`note numeric centered high-24 ${usage.readout}`} aria-live="polite">
        {shownSum ? readout(shownSum) : null}
      </p>
      <svg
        role="img"
        aria-label={label}
        className={`full block overflowing ${usage.plot}`}
        data-grain="month"
        onPointerMove={point}
        onPointerLeave={() => pointAt(null)}
        {...byKeyboard}
      >
        <YAxis values={axis} measure={measure} share={share} />
        {labelled(days).map((index, number) => (
          <text
            key={days[index]}
            x={`${start(index)}%`}
            y="100%"
            dy="18"
            className={`caption numeric ${usage.monthStart}`}
            data-second={number % 2 === 1 || undefined}
          >
            {axisPeriodText("month", (days[index] ?? "").slice(0, 7))}
          </text>
        ))}
        {/* Percentages are not possible in a path. */}
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="overflowing"
        >
          {values.length > 0 ? (
            <>
              <path
                d={`M0 ${share(0)} L${way} L${end(values.length - 1)} ${share(0)} Z`}
                className={usage.area}
              />
              <path d={`M0 ${share(0)} L${way}`} className={usage.sums} />
              {cap === null || reached === undefined ? null : (
                <path
                  d={`M${end(values.length - 1)} ${share(values.at(-1) ?? 0)} L${reached.at} ${share(cap)}`}
                  className={usage.forecast}
                />
              )}
            </>
          ) : null}
          {cap === null ? null : (
            <>
              <path d={`M0 ${share(cap)} L100 ${share(cap)}`} className={usage.cap} />
              <path d={`M0 ${share(0)} L100 ${share(cap)}`} className={usage.even} />
            </>
          )}
        </svg>
        {cap === null ? null : (
          <text
            x="0"
            dx="4"
            y={`${share(cap)}%`}
            dy="-6"
            className={`caption numeric strong ${usage.capText}`}
          >
            {text.capOf(axisText(cap))}
          </text>
        )}
        {cap === null || reached === undefined ? null : (
          <text
            x={`${reached.at}%`}
            dx="-8"
            y={`${share(cap)}%`}
            dy="-6"
            className={`caption numeric strong ${usage.forecastText}`}
          >
            {reached.label}
          </text>
        )}
        {sums.map((sum, index) =>
          adjustedIn(sum, measure) === 0 ? null : (
            <circle
              key={sum.period}
              cx={`${end(index)}%`}
              cy={`${share(of(sum))}%`}
              r="4"
              className={usage.day}
              data-adjusted="day"
            />
          ),
        )}
        {pointed !== null && shownSum ? (
          <line
            x1={`${end(shown)}%`}
            x2={`${end(shown)}%`}
            y1="0"
            y2="100%"
            className={usage.pointer}
          />
        ) : null}
      </svg>
      <Legend
        hasCap={cap !== null}
        hasForecast={reached !== undefined}
        hasAdjusted={sums.some((sum) => adjustedIn(sum, measure) !== 0)}
      />
    </div>
  );

  function readout(sum: Sums): string {
    const period = formatDate(sum.period);
    const withUnit = axisText(of(sum));
    if (cap === null) return text.cumulativePoint(period, withUnit);
    // One unit for both, as in 117/120件.
    const used = measure === "count" ? formatNumber(of(sum)) : withUnit;
    const use = { usedTranscriptCount: sum.transcriptCount, usedTranscriptSeconds: sum.seconds };
    const { count, time } = capShares({ ...contract, ...use });
    const percent = formatNumber(percentOf(measure === "count" ? count : time));
    return text.cumulativeOfCap({ period, used, cap: axisText(cap), percent });
  }
}

const MEASURE_OF = { COUNT: "count", MINUTES: "minutes" } as const;

/** Where from the left the cap of this chart is expected to be reached, and how that is said. */
function forecastEnd({ contract, measure, forecast }: CumulativeChartProps) {
  if (!forecast || MEASURE_OF[forecast.cap] !== measure) return undefined;
  const { reachedOn, weeks } = forecast;
  const passed = daysBetween(contract.startDate, reachedOn) + 1;
  const days = daysBetween(contract.startDate, contract.endDate) + 1;
  if (passed > days) return undefined;
  const label = weeks ? text.forecastWeeks(weeks) : text.forecastDay(formatDate(reachedOn));
  return { at: (passed / days) * 100, label };
}

interface LegendProps {
  hasCap: boolean;
  hasForecast: boolean;
  hasAdjusted: boolean;
}

function Legend({ hasCap, hasForecast, hasAdjusted }: LegendProps) {
  const lines = [
    "cumulative" as const,
    ...(hasForecast ? (["continued"] as const) : []),
    ...(hasCap ? (["cap", "even"] as const) : []),
  ];
  const classes = {
    cumulative: usage.sums,
    continued: usage.forecast,
    cap: usage.cap,
    even: usage.even,
  };
  return (
    <ul className={`wrap gap-4-16 caption ${usage.lineLegend}`}>
      {lines.map((line) => (
        <li key={line} className="line gap-8 shrink">
          <svg aria-hidden="true" width="28" height="10">
            <path d="M0 5 L28 5" className={classes[line]} />
          </svg>
          {text[line]}
        </li>
      ))}
      {hasAdjusted ? (
        <li className="line gap-8 shrink">
          <svg aria-hidden="true" width="10" height="10">
            <circle cx="5" cy="5" r="4" className={usage.day} />
          </svg>
          {text.adjustment.changed}
        </li>
      ) : null}
    </ul>
  );
}

/** The indexes of the first day of each month that has a label. */
function labelled(days: readonly string[]): number[] {
  const starts = days.flatMap((day, index) =>
    index === 0 || day.slice(0, 7) !== days[index - 1]?.slice(0, 7) ? [index] : [],
  );
  const every = Math.ceil(starts.length / MOST_LABELS);
  return starts.filter((_, index) => index % every === 0);
}
