import { useTranslate } from "react-admin";
import { formatMonthJa, monthOf } from "../../../../domain/dates.ts";
import { CumulativeChart } from "./CumulativeChart.tsx";
import { UsageTable } from "./UsageTable.tsx";
import usage from "./usage.module.css";
import type { UsageContract } from "./usageContract.ts";
import type { Measure } from "./usageMeasure.ts";
import { cumulativeIn, type Grain, periodsOf, type UsagePoint } from "./usageSeries.ts";

interface CumulativeUsageProps {
  contract: UsageContract;
  grain: Grain;
  measure: Measure;
  /** Each with its sum up to then. */
  points: readonly UsagePoint[];
  today: string;
}

/** What was used up to each day or month of the contract, against its cap. */
export function CumulativeUsage(props: CumulativeUsageProps) {
  const { contract, grain, measure, points, today } = props;
  const translate = useTranslate();
  const text = (key: string, values?: object) =>
    translate(`resources.contracts.usage.${key}`, values);
  const periods = periodsOf(grain, contract.startDate, contract.endDate);
  const sums = cumulativeIn(periods, points, today);
  const range = text("range", {
    from: formatMonthJa(monthOf(contract.startDate)),
    to: formatMonthJa(monthOf(contract.endDate)),
  });
  const label = text("cumulativeChart", { measure: text(measure), by: text(grain), range });
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
