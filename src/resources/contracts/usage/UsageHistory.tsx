import { useState } from "react";
import { useTranslate } from "react-admin";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { Segments } from "../../../components/form/Segments.tsx";
import type { ContractRecord } from "../contractRecord.ts";
import { useUsage } from "../useUsage.ts";
import { UsageWindow } from "./UsageWindow.tsx";
import usage from "./usage.module.css";
import { MEASURES, type Measure } from "./usageMeasure.ts";
import type { Grain } from "./usageSeries.ts";

const GRAINS: readonly Grain[] = ["day", "month"];

interface UsageHistoryProps {
  contract: ContractRecord;
  today: string;
}

export function UsageHistory(props: UsageHistoryProps) {
  const translate = useTranslate();
  const { usedTranscriptCount, usedTranscriptMinutes } = props.contract;
  if (usedTranscriptCount === 0 && usedTranscriptMinutes === 0) {
    return <p className={usage.none}>{translate("resources.contracts.usage.none")}</p>;
  }
  return <UsageCharts {...props} />;
}

function UsageCharts({ contract, today }: UsageHistoryProps) {
  const translate = useTranslate();
  const [grain, setGrain] = useState<Grain>("month");
  const [measure, setMeasure] = useState<Measure>("count");
  const series = useUsage(contract.contractId, { by: grain });
  const text = (key: string) => translate(`resources.contracts.usage.${key}`);
  return (
    <>
      <div className={usage.choices}>
        <Segments
          quiet
          legend={text("by")}
          value={grain}
          onChange={setGrain}
          options={GRAINS.map((value) => ({ value, label: text(value) }))}
        />
        <Segments
          quiet
          legend={text("measure")}
          value={measure}
          onChange={setMeasure}
          options={MEASURES.map((value) => ({ value, label: text(value) }))}
        />
      </div>
      {series.isPending ? <LoadingState /> : null}
      {series.isError ? <LoadError error={series.error} /> : null}
      {series.data ? (
        <UsageWindow
          key={grain}
          contract={contract}
          grain={grain}
          measure={measure}
          points={series.data.points}
          today={today}
        />
      ) : null}
    </>
  );
}
