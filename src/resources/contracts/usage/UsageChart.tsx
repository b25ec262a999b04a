import { useId } from "react";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import usage from "./usage.module.css";
import { adjustedIn, type Measure, measures } from "./usageMeasure.ts";
import {
  axisPeriodText,
  chartColour,
  type Grain,
  ticksDownTo,
  type UsagePoint,
  weekText,
} from "./usageSeries.ts";
import { usePointed, YAxis } from "./YAxis.tsx";

interface UsageChartProps {
  points: readonly UsagePoint[];
  grain: Grain;
  measure: Measure;
  /** The description for screen readers; the table has the figures. */
  label: string;
  /** The description of a point, shown on hover. */
  pointText: (point: UsagePoint) => string;
  summary: string;
  /** Labels the weeks of days over several months. */
  weeks?: boolean;
  /** The parts of a bar without adjustments, one per colour. Default: the bar in one colour. */
  stack?: (point: UsagePoint) => number[];
}

/** A few bars keep the width they would have among more. */
const FEWEST_SLOTS = 12;

/** Bars on a plain SVG in percentages, which fits any width without measuring it. */
export function UsageChart(props: UsageChartProps) {
  const { points, grain, measure, label, pointText, summary } = props;
  const { pointed, point: pointAt, byKeyboard } = usePointed(points.length);
  const { of, ticks } = measures[measure];
  const pattern = useId();
  const stack = props.stack ?? ((point: UsagePoint) => [of(point) - adjustedIn(point, measure)]);
  const bars = points.map((point) => {
    const parts = stack(point);
    const change = adjustedIn(point, measure);
    const before = parts.reduce((sum, part) => sum + part, 0);
    return { parts: piled(parts), change, before, after: before + change };
  });
  const changes = bars.map(({ change }) => change);
  const ends = bars.flatMap(({ parts, before, after }) => [
    ...parts.flatMap(({ from, to }) => [from, to]),
    before,
    after,
  ]);
  const axis = ticksDownTo(Math.min(0, ...ends), ticks(Math.max(0, ...ends)));
  const [bottom = 0, top = 1] = [axis[0], axis.at(-1)];
  const share = (value: number) => ((top - value) / (top - bottom)) * 100;
  const shown = pointed === null ? undefined : points[pointed];
  const step = 100 / Math.max(points.length, FEWEST_SLOTS);
  return (
    <div className={`above-8 ${usage.chart}`} data-measure={measure}>
      <p className={`note numeric centered high-24 ${usage.readout}`} aria-live="polite">
        {shown ? pointText(shown) : summary}
      </p>
      <svg
        role="img"
        aria-label={label}
        className={`full block overflowing ${usage.plot}`}
        data-grain={grain}
        data-weeks={props.weeks}
        {...byKeyboard}
      >
        <AdjustmentPattern id={pattern} />
        <YAxis values={axis} measure={measure} share={share} />
        {points.map((point, index) => (
          <g
            key={point.period}
            className={usage.point}
            data-pointed={index === pointed}
            onPointerEnter={() => pointAt(index)}
            onPointerLeave={() => pointAt(null)}
          >
            <rect x={`${index * step}%`} width={`${step}%`} height="100%" className={usage.hit} />
            {bars[index]?.parts.map(({ colour, from, to }) => (
              <rect
                key={colour}
                x={`${(index + 0.18) * step}%`}
                width={`${step * 0.64}%`}
                y={`${share(to)}%`}
                height={`${share(from) - share(to)}%`}
                rx={props.stack ? 0 : 2}
                className={usage.bar}
                data-stacked={props.stack ? true : undefined}
                style={props.stack ? { fill: chartColour(colour) } : undefined}
              />
            ))}
            {bars[index]?.change ? (
              <Adjustment
                {...bars[index]}
                pattern={pattern}
                x={`${(index + 0.18) * step}%`}
                width={`${step * 0.64}%`}
                share={share}
              />
            ) : null}
            <text
              x={`${(index + 0.5) * step}%`}
              y="100%"
              dy="18"
              className={`caption numeric ${usage.period}`}
              data-second={index % 2 === 1 || undefined}
            >
              {props.weeks ? weekText(point.period) : axisPeriodText(grain, point.period)}
            </text>
          </g>
        ))}
      </svg>
      <AdjustmentLegend changes={changes} />
    </div>
  );
}

interface Bar {
  colour: number;
  from: number;
  to: number;
}

/** Parts of a bar on top of each other; those below zero hang below it. */
function piled(parts: readonly number[]): Bar[] {
  let top = 0;
  let bottom = 0;
  return parts.flatMap((value, colour): Bar[] => {
    if (value === 0) return [];
    if (value < 0) {
      bottom += value;
      return [{ colour, from: bottom, to: bottom - value }];
    }
    top += value;
    return [{ colour, from: top - value, to: top }];
  });
}

const text = contractPages.usage.adjustment;

interface AdjustmentProps {
  /** The value of a bar without its adjustments, and with them. */
  before: number;
  after: number;
  /** The id of the pattern of the chart. */
  pattern: string;
  x: string;
  width: string;
  /** The distance of a value from the top, in percent. */
  share: (value: number) => number;
}

/** What adjustments added to a bar, hatched, or took away from it, as an empty outline. */
function Adjustment({ before, after, pattern, x, width, share }: AdjustmentProps) {
  const isAdded = after > before;
  const top = share(Math.max(before, after));
  return (
    <rect
      x={x}
      width={width}
      y={`${top}%`}
      height={`${share(Math.min(before, after)) - top}%`}
      fill={isAdded ? `url(#${pattern})` : undefined}
      className={isAdded ? usage.added : usage.taken}
      data-adjusted={isAdded ? "added" : "taken"}
    />
  );
}

/** The lines of what was added, for the chart that has its id. */
function AdjustmentPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={id}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" className={usage.ground} />
        <path d="M1.5 0V6" className={usage.stripe} />
      </pattern>
    </defs>
  );
}

/** Names what the bars of a chart show of adjustments. */
function AdjustmentLegend({ changes }: { changes: readonly number[] }) {
  const id = useId();
  const kinds = [
    { kind: "added", isShown: changes.some((change) => change > 0) },
    { kind: "taken", isShown: changes.some((change) => change < 0) },
  ] as const;
  if (kinds.every(({ isShown }) => !isShown)) return null;
  return (
    <ul className={`wrap gap-4-16 caption ${usage.marks}`}>
      {kinds
        .filter(({ isShown }) => isShown)
        .map(({ kind }) => (
          <li key={kind} className="line gap-8">
            <svg aria-hidden="true" width="16" height="16">
              {kind === "added" ? <AdjustmentPattern id={id} /> : null}
              <rect
                x="1"
                y="1"
                width="14"
                height="14"
                fill={kind === "added" ? `url(#${id})` : undefined}
                className={usage[kind]}
              />
            </svg>
            {text[kind]}
          </li>
        ))}
    </ul>
  );
}
