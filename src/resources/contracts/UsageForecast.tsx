import { hasUsage, isRunning } from "../../../domain/contracts/rules.ts";
import type { OwnContract } from "../../../domain/contracts/schemas.ts";
import { formatDateJa } from "../../../domain/text/dates.ts";
import type { UsageSeries } from "../../../domain/usage/schemas.ts";
import { useTranslate } from "../../i18n/translate.ts";
import { useUsage } from "./useUsage.ts";
import "../../i18n/ja/late/contracts.ts";

type Forecastable = Pick<
  OwnContract,
  "contractId" | "usedTranscriptCount" | "usedTranscriptMinutes" | "status"
>;

/** このペースでは2026年11月18日ごろ上限に達する見込みです。 Nothing without a forecast. */
export function UsageForecast({ contract }: { contract: Forecastable }) {
  return isRunning(contract) && hasUsage(contract) ? (
    <Sentence contractId={contract.contractId} />
  ) : null;
}

const BY_MONTH = { by: "month", cumulative: "true" } as const;

function Sentence({ contractId }: { contractId: number }) {
  const { data } = useUsage(contractId, BY_MONTH);
  return data ? <ForecastSentence forecast={data.forecast} /> : null;
}

export function ForecastSentence({ forecast }: Pick<UsageSeries, "forecast">) {
  const translate = useTranslate();
  if (!forecast) return null;
  const date = formatDateJa(forecast.reachedOn);
  return <p>{translate("resources.contracts.usage.forecast", { date })}</p>;
}
