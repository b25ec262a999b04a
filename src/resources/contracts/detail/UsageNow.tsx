import { useTranslate } from "react-admin";
import { formatMinutes } from "../../../../domain/dates.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import { UsageStateChip } from "../../../components/display/ContractStatusChip.tsx";
import { CountUsage, MinutesUsage } from "../ContractUsageBars.tsx";
import type { ContractRecord } from "../contractRecord.ts";
import { UsageForecast } from "../UsageForecast.tsx";
import detail from "./detail.module.css";
import { Field } from "./Field.tsx";

export function UsageNow({ contract }: { contract: ContractRecord }) {
  const translate = useTranslate();
  const count = (value: number) =>
    translate("resources.contracts.count", { count: formatNumber(value) });
  return (
    <>
      <dl className={detail.fields} data-few>
        <Field source="usageState">
          <UsageStateChip usageState={contract.usageState} />
        </Field>
        <Field source="transcriptCount">
          <CountUsage contract={contract} />
          <Rest
            used={contract.usedTranscriptCount}
            max={contract.maxTranscriptCount}
            write={count}
          />
        </Field>
        <Field source="transcriptMinutes">
          <MinutesUsage contract={contract} />
          <Rest
            used={contract.usedTranscriptMinutes}
            max={contract.maxTranscriptMinutes}
            write={formatMinutes}
          />
        </Field>
      </dl>
      <div className={detail.forecast}>
        <UsageForecast contract={contract} />
      </div>
    </>
  );
}

interface RestProps {
  used: number;
  max: number | null;
  write: (value: number) => string;
}

function Rest({ used, max, write }: RestProps) {
  const translate = useTranslate();
  if (max === null || used > max) return null;
  return (
    <span className={detail.second}>
      {translate("resources.contracts.remaining", { rest: write(max - used) })}
    </span>
  );
}
