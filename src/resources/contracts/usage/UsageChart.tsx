import { useState } from "react";
import { useTranslate } from "react-admin";
import usage from "./usage.module.css";
import { type Measure, measures } from "./usageMeasure.ts";
import type { Grain, UsagePoint } from "./usageSeries.ts";

interface UsageChartProps {
  points: readonly UsagePoint[];
  grain: Grain;
  measure: Measure;
  /** The description for screen readers; the table has the figures. */
  label: string;
  periodText: (period: string) => string;
  /** The description of a point, shown on hover. */
  pointText: (point: UsagePoint) => string;
  summary: string;
}

/** A few bars keep the width they would have among more. */
const FEWEST_SLOTS = 12;

/** Bars on a plain SVG in percentages, which fits any width without measuring it. */
export function UsageChart(props: UsageChartProps) {
  const { points, grain, measure, label, periodText, pointText, summary } = props;
  const translate = useTranslate();
  const [pointed, setPointed] = useState<UsagePoint | null>(null);
  const { of, ticks, axisText } = measures[measure];
  const axis = ticks(Math.max(0, ...points.map(of)));
  const top = axis.at(-1) ?? 1;
  const step = 100 / Math.max(points.length, FEWEST_SLOTS);
  return (
    <div className={usage.chart} data-measure={measure}>
      <p className={usage.readout}>{pointed ? pointText(pointed) : summary}</p>
      <svg role="img" aria-label={label} className={usage.plot} data-grain={grain}>
        {axis.map((value) => (
          <g key={value}>
            <line
              x1="0"
              x2="100%"
              y1={share(value)}
              y2={share(value)}
              className={usage[value === 0 ? "base" : "grid"]}
            />
            <text x="0" dx="-8" y={share(value)} dy="4" className={usage.value}>
              {axisText(value, translate)}
            </text>
          </g>
        ))}
        {points.map((point, index) => (
          <g
            key={point.period}
            className={usage.point}
            onPointerEnter={() => setPointed(point)}
            onPointerLeave={() => setPointed(null)}
          >
            <rect x={`${index * step}%`} width={`${step}%`} height="100%" className={usage.hit} />
            <rect
              x={`${(index + 0.18) * step}%`}
              width={`${step * 0.64}%`}
              y={share(of(point))}
              height={`${(of(point) / top) * 100}%`}
              rx="2"
              className={usage.bar}
            />
            <text
              x={`${(index + 0.5) * step}%`}
              y="100%"
              dy="18"
              className={usage.period}
              data-second={index % 2 === 1 || undefined}
            >
              {periodText(point.period)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );

  function share(value: number): string {
    return `${100 - (value / top) * 100}%`;
  }
}
