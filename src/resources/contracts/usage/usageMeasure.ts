import type { useTranslate } from "react-admin";
import { formatMinutes } from "../../../../domain/dates.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import { axisTicks, minuteTicks, type UsagePoint } from "./usageSeries.ts";

export const MEASURES = ["count", "minutes"] as const;
export type Measure = (typeof MEASURES)[number];

/** The value of a point for each chart, and how to format it. */
export const measures: Record<
  Measure,
  {
    of: (point: UsagePoint) => number;
    ticks: (highest: number) => number[];
    axisText: (value: number, translate: ReturnType<typeof useTranslate>) => string;
  }
> = {
  count: {
    of: (point) => point.transcriptCount,
    ticks: axisTicks,
    axisText: (count, translate) =>
      translate("resources.contracts.count", { count: formatNumber(count) }),
  },
  minutes: {
    of: (point) => point.transcriptMinutes,
    ticks: minuteTicks,
    axisText: (minutes) => formatMinutes(minutes),
  },
};
