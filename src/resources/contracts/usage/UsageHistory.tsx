import { useState } from "react";
import { hasUsage } from "../../../../domain/contracts/rules.ts";
import { formatMonthJa, monthOf } from "../../../../domain/text/dates.ts";
import type { UsageSeries } from "../../../../domain/usage/schemas.ts";
import { CsvDownload } from "../../../components/csv/CsvDownload.tsx";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { useUsage } from "../useUsage.ts";
import { CumulativeChart } from "./CumulativeChart.tsx";
import { UsageChoice } from "./UsageChoice.tsx";
import { UsageTable } from "./UsageTable.tsx";
import { UsageWindow } from "./UsageWindow.tsx";
import usage from "./usage.module.css";
import { MEASURES, type Measure, type UsageContract } from "./usageMeasure.ts";
import { cumulativeIn, type Grain, periodsOf, type UsagePoint } from "./usageSeries.ts";

const text = contractPages.usage;

const GRAINS: readonly Grain[] = ["day", "month"];

/** Each view, and what its request adds to the figures of each period. */
const views = {
  total: { cumulative: "true" },
  workspaces: { split: "workspace" },
  cumulative: { cumulative: "true" },
} as const;
type View = keyof typeof views;
const VIEWS = ["total", "workspaces", "cumulative"] as const satisfies readonly View[];

interface UsageHistoryProps {
  contract: UsageContract;
  today: string;
}

/** What a contract used per day and month: in all, by workspace, and added up against the cap. */
export function UsageHistory(props: UsageHistoryProps) {
  const { contract } = props;
  const { data, isPending } = useUsage(contract.contractId, { by: "month", ...views.total });
  // Adjustments can take everything back that the history shows.
  if (!hasUsage(contract) && isPending) return <LoadingState />;
  if (!hasUsage(contract) && data?.points.length === 0) {
    return <p className={usage.none}>{text.none}</p>;
  }
  return <UsageCharts {...props} />;
}

function UsageCharts({ contract, today }: UsageHistoryProps) {
  const [grain, setGrain] = useState<Grain>("month");
  const [measure, setMeasure] = useState<Measure>("count");
  const [view, setView] = useState<View>("total");
  const series = useUsage(contract.contractId, { by: grain, ...views[view] });
  const points = series.data?.points;
  const chosen = { contract, grain, measure, today };
  return (
    <>
      <div className={usage.choices}>
        <UsageChoice legend="by" values={GRAINS} value={grain} onChange={setGrain} />
        <UsageChoice legend="view" values={VIEWS} value={view} onChange={setView} />
        <UsageChoice legend="measure" values={MEASURES} value={measure} onChange={setMeasure} />
        <CsvDownload
          endpoint="GET /contracts/{id}/usage/export"
          id={contract.contractId}
          shown={{
            filter: { by: grain, ...(view === "workspaces" ? views.workspaces : {}) },
          }}
          total={points?.length ?? 0}
        />
      </div>
      <div className={usage.place}>
        {series.isPending ? <LoadingState /> : null}
        {series.isError ? <LoadError error={series.error} /> : null}
        {points && view === "cumulative" ? (
          <CumulativeUsage {...chosen} points={points} forecast={series.data?.forecast} />
        ) : null}
        {points && view !== "cumulative" ? (
          <UsageWindow key={grain} {...chosen} points={points} />
        ) : null}
      </div>
    </>
  );
}

interface CumulativeUsageProps {
  contract: UsageContract;
  grain: Grain;
  measure: Measure;
  /** Each with its sum up to then. */
  points: readonly UsagePoint[];
  today: string;
  forecast: UsageSeries["forecast"] | undefined;
}

/** What was used up to each day or month of the contract, against its cap. */
function CumulativeUsage(props: CumulativeUsageProps) {
  const { contract, grain, measure, points, today, forecast } = props;
  const periods = periodsOf(grain, contract.startDate, contract.endDate);
  const sums = cumulativeIn(periods, points, today);
  const range = text.range(
    formatMonthJa(monthOf(contract.startDate)),
    formatMonthJa(monthOf(contract.endDate)),
  );
  const label = text.cumulativeChart(text[measure], text[grain], range);
  const changed = new Set(points.map(({ period }) => period));
  return (
    <>
      <p className={usage.range}>{range}</p>
      <CumulativeChart
        contract={contract}
        grain={grain}
        measure={measure}
        periods={periods}
        sums={sums}
        today={today}
        forecast={forecast}
        label={label}
      />
      <UsageTable
        points={grain === "month" ? sums : sums.filter(({ period }) => changed.has(period))}
        grain={grain}
        caption={label}
      />
    </>
  );
}
