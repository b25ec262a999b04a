import { type KeyboardEvent, useState } from "react";
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

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Which of `count` points of a chart is pointed at, by a pointer or by the arrow keys. */
export function usePointed(count: number) {
  const [at, setAt] = useState<number | null>(null);
  const last = count - 1;
  return {
    pointed: at === null || count === 0 ? null : Math.min(at, last),
    point: setAt,
    /** For the chart, which takes the focus. */
    byKeyboard: {
      tabIndex: 0,
      onBlur: () => setAt(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === "Escape") setAt(null);
        const step = STEPS[event.key];
        if (!step || count === 0) return;
        event.preventDefault();
        const from = at ?? (event.key === "ArrowLeft" ? count : -1);
        setAt(step(Math.min(from, count), last));
      },
    },
  };
}
