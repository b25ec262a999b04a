import { useState } from "react";
import { hasUsage } from "../../../../domain/contracts/rules.ts";
import { formatMonthJa, monthOf } from "../../../../domain/text/dates.ts";
import type { UsageSeries, UsageSeriesQuery } from "../../../../domain/usage/schemas.ts";
import { CsvDownload } from "../../../components/csv/CsvDownload.tsx";
import { LoadError, LoadingState } from "../../../components/display/LoadError.tsx";
import controls from "../../../components/list/controls.module.css";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { useUsage } from "../UsageForecast.tsx";
import { CumulativeChart } from "./CumulativeChart.tsx";
import { UsageChoice, UsageTable } from "./UsageTable.tsx";
import { UsageWindow } from "./UsageWindow.tsx";
import usage from "./usage.module.css";
import { MEASURES, type Measure, type UsageContract } from "./usageMeasure.ts";
import { cumulativeIn, daysBetween, type UsagePoint } from "./usageSeries.ts";

const text = contractPages.usage;

/** Each view, and what it asks of the API. */
const views = {
  month: { by: "month", cumulative: "true" },
  day: { by: "day", cumulative: "true" },
  monthOfWorkspaces: { by: "month", split: "workspace" },
  dayOfWorkspaces: { by: "day", split: "workspace" },
  cumulative: { by: "day", cumulative: "true" },
} as const satisfies Record<string, UsageSeriesQuery>;
type View = keyof typeof views;
const VIEWS = ["month", "day", "monthOfWorkspaces", "dayOfWorkspaces", "cumulative"] as const;

interface UsageHistoryProps {
  contract: UsageContract;
  today: string;
}

/** What a contract used per day and month: in all, by workspace, and added up against the cap. */
export function UsageHistory(props: UsageHistoryProps) {
  const { contract } = props;
  const { data, isPending } = useUsage(contract.contractId, views.month);
  // Adjustments can take everything back that the history shows.
  if (!hasUsage(contract) && isPending) return <LoadingState />;
  if (!hasUsage(contract) && data?.points.length === 0) {
    return <p className="quiet">{text.none}</p>;
  }
  return <UsageCharts {...props} />;
}

function UsageCharts({ contract, today }: UsageHistoryProps) {
  const [measure, setMeasure] = useState<Measure>("count");
  const [view, setView] = useState<View>("month");
  const query: UsageSeriesQuery = views[view];
  const { by: grain, split } = query;
  const series = useUsage(contract.contractId, query);
  const points = series.data?.points;
  const chosen = { contract, measure, today };
  return (
    <>
      <div className={`wrap gap-8-16 screen-only ${usage.choices}`}>
        <UsageChoice legend="measure" values={MEASURES} value={measure} onChange={setMeasure} />
        <select
          aria-label={text.by}
          className={`framed surface text-1 ${controls.control} ${usage.by}`}
          value={view}
          onChange={({ target }) => setView(VIEWS.find((each) => each === target.value) ?? view)}
        >
          {VIEWS.map((each) => (
            <option key={each} value={each}>
              {text[each]}
            </option>
          ))}
        </select>
        <CsvDownload
          endpoint="GET /contracts/{id}/usage/export"
          id={contract.contractId}
          shown={{ filter: { by: grain, ...(split ? { split } : {}) } }}
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
          <UsageWindow key={grain} {...chosen} grain={grain} points={points} />
        ) : null}
      </div>
    </>
  );
}

interface CumulativeUsageProps {
  contract: UsageContract;
  measure: Measure;
  /** Each with its sum up to then. */
  points: readonly UsagePoint[];
  today: string;
  forecast: UsageSeries["forecast"] | undefined;
}

/** What was used up to each day of the contract, against its cap. */
function CumulativeUsage(props: CumulativeUsageProps) {
  const { contract, measure, points, today, forecast } = props;
  const days = daysBetween(contract.startDate, contract.endDate);
  const sums = cumulativeIn(days, points, today);
  const range = text.range(
    formatMonthJa(monthOf(contract.startDate)),
    formatMonthJa(monthOf(contract.endDate)),
  );
  const label = text.cumulativeChart(text[measure], range);
  const changed = new Set(points.map(({ period }) => period));
  return (
    <>
      <p className={`strong centered above-16 ${usage.range}`}>{range}</p>
      <CumulativeChart
        contract={contract}
        measure={measure}
        days={days}
        sums={sums}
        forecast={forecast}
        label={label}
      />
      <UsageTable
        points={sums.filter(({ period }) => changed.has(period))}
        grain="day"
        caption={label}
      />
    </>
  );
}
