import usage from "./usage.module.css";
import { type Measure, measures } from "./usageMeasure.ts";

interface YAxisProps {
  values: readonly number[];
  measure: Measure;
  /** The distance of a value from the top, in percent. */
  share: (value: number) => number;
}

/** Lines across the chart, with their values beside it. */
export function YAxis({ values, measure, share }: YAxisProps) {
  const { axisText } = measures[measure];
  return values.map((value) => (
    <g key={value}>
      <line
        x1="0"
        x2="100%"
        y1={`${share(value)}%`}
        y2={`${share(value)}%`}
        className={usage[value === 0 ? "base" : "grid"]}
      />
      <text
        x="0"
        dx="-8"
        y={`${share(value)}%`}
        dy="4"
        className={`caption numeric ${usage.value}`}
      >
        {axisText(value)}
      </text>
    </g>
  ));
}
