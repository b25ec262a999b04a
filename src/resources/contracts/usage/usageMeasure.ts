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
