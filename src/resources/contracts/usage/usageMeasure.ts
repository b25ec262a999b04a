import type { OwnContract } from "../../../../domain/contracts/schemas.ts";
import { formatMinutes } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { axisTicks, minuteTicks, type UsagePoint } from "./usageSeries.ts";

/** What the use over time shows of a contract, in both areas. */
export type UsageContract = Pick<
  OwnContract,
  | "contractId"
  | "startDate"
  | "endDate"
  | "maxTranscriptCount"
  | "maxTranscriptMinutes"
  | "usedTranscriptCount"
  | "usedTranscriptMinutes"
>;

export const MEASURES = ["count", "minutes"] as const;
export type Measure = (typeof MEASURES)[number];

type Used = Pick<UsagePoint, "transcriptCount" | "transcriptMinutes">;

/** What adjustments changed in a point. */
export function adjustedIn({ adjusted }: Pick<UsagePoint, "adjusted">, measure: Measure): number {
  return adjusted ? measures[measure].of(adjusted) : 0;
}

/** A change with its sign. */
export function changeText(change: number, measure: Measure): string {
  return `${change > 0 ? "+" : ""}${measures[measure].axisText(change)}`;
}

/** What adjustments changed in a point: -10件・-1時間; empty without any. */
export function adjustedText(point: Pick<UsagePoint, "adjusted">): string {
  if (!point.adjusted) return "";
  const changed = MEASURES.filter((measure) => adjustedIn(point, measure) !== 0);
  // Seconds that change no minute.
  const shown = changed.length > 0 ? changed : (["minutes"] as const);
  return shown.map((measure) => changeText(adjustedIn(point, measure), measure)).join("・");
}

/** The value of a point for each chart, and how to format it. */
export const measures: Record<
  Measure,
  {
    of: (point: Used) => number;
    cap: (contract: UsageContract) => number | null;
    ticks: (highest: number) => number[];
    axisText: (value: number) => string;
  }
> = {
  count: {
    of: (point) => point.transcriptCount,
    cap: (contract) => contract.maxTranscriptCount,
    ticks: axisTicks,
    axisText: (count) => contracts.count(formatNumber(count)),
  },
  minutes: {
    of: (point) => point.transcriptMinutes,
    cap: (contract) => contract.maxTranscriptMinutes,
    ticks: minuteTicks,
    axisText: (minutes) => (minutes < 0 ? `-${formatMinutes(-minutes)}` : formatMinutes(minutes)),
  },
};
