import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate, formatMinutes } from "../../domain/text/dates.ts";
import { formatNumber } from "../../domain/text/numbers.ts";
import type { UsageTrend } from "../../domain/usage/schemas.ts";
import { COMPARED_DAYS, isAdjusted, trendChange } from "../../domain/usage/trendChange.ts";
import { LoadError, LoadingState } from "../components/display/LoadError.tsx";
import { usageTrend as text } from "../i18n/ja/adminHome.ts";
import { contractPages } from "../i18n/ja/contractPages.ts";
import { contracts } from "../i18n/ja/resources/contracts.ts";
import { useApi } from "../providers/data/useApi.ts";
import { UsageChart } from "../resources/contracts/usage/UsageChart.tsx";
import { UsageChoice, UsageTable } from "../resources/contracts/usage/UsageTable.tsx";
import { MEASURES, type Measure } from "../resources/contracts/usage/usageMeasure.ts";
import { periodText, type UsagePoint } from "../resources/contracts/usage/usageSeries.ts";

/** Reads the usage trend, again on each change of a contract. */
export function TrendChart() {
  const { api } = useApi();
  const { data, error } = useQuery({
    queryKey: ["contracts", "trend"],
    queryFn: ({ signal }) => api("GET /usage", { query: { days: COMPARED_DAYS }, signal }),
  });
  return (
    <>
      {data ? <TrendOf days={data.days} /> : null}
      {error ? <LoadError error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </>
  );
}

function TrendOf({ days }: Pick<UsageTrend, "days">) {
  const [measure, setMeasure] = useState<Measure>("count");
  const points = days.map(({ date, ...used }) => ({ period: date, ...used }));
  const [first, today] = [points[0], points.at(-1)];
  const change = trendChange(days);
  const countText = (count: number) => contracts.count(formatNumber(count));
  const adjusted = (of: typeof days) => (isAdjusted(of) ? text.adjusted : "");
  const sentence = text.change[change.kind]({
    recent: countText(change.recent),
    before: countText(change.before),
    adjusted: adjusted(days.slice(0, -1)),
    percent: "percent" in change ? formatNumber(change.percent) : "",
  });
  if (!first || !today || !points.some(isUsed)) return <p>{sentence}</p>;

  const label = text.chart(
    contractPages.usage[measure],
    formatDate(first.period),
    formatDate(today.period),
  );
  return (
    <>
      <p>{sentence}</p>
      <UsageChoice legend="measure" values={MEASURES} value={measure} onChange={setMeasure} />
      <UsageChart
        points={points}
        grain="day"
        weeks
        measure={measure}
        label={label}
        pointText={(point) =>
          contractPages.usage.point(
            periodText("day", point.period),
            countText(point.transcriptCount),
            formatMinutes(point.transcriptMinutes),
          )
        }
        summary={text.today({
          date: formatDate(today.period),
          adjusted: adjusted(days.slice(-1)),
          count: countText(today.transcriptCount),
          minutes: formatMinutes(today.transcriptMinutes),
        })}
      />
      <UsageTable points={points} grain="day" caption={label} />
    </>
  );
}

function isUsed({ transcriptCount, transcriptMinutes }: UsagePoint): boolean {
  return transcriptCount !== 0 || transcriptMinutes !== 0;
}
