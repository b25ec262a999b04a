import type { OwnContract } from "../../../domain/contracts/schemas.ts";
import { formatDateJa } from "../../../domain/text/dates.ts";
import type { UsageSeries } from "../../../domain/usage/schemas.ts";
import { useText } from "../../i18n/translate.ts";
import { useUsage } from "./useUsage.ts";
import "../../i18n/ja/late/contracts.ts";

const BY_MONTH = { by: "month", cumulative: "true" } as const;

/**
 * このペースでは2026年11月18日ごろ上限に達する見込みです。 Or in which weeks, or why neither is told; its
 * room until then.
 */
export function UsageForecast({ contract }: { contract: Pick<OwnContract, "contractId"> }) {
  const { data, isPending } = useUsage(contract.contractId, BY_MONTH);
  if (data) return <ForecastSentence told={data} />;
  return isPending ? <p data-loading>{"\u00a0"}</p> : null;
}

export function ForecastSentence({
  told: { forecast, noForecast },
}: {
  told: Pick<UsageSeries, "forecast" | "noForecast">;
}) {
  const text = useText("resources.contracts.usage");
  const day = (date: string | null) => ({ date: date === null ? "" : formatDateJa(date) });
  if (forecast?.weeks) return <p>{text(`forecast.${spanOf(forecast.weeks)}`, forecast.weeks)}</p>;
  if (forecast) return <p>{text("forecast.day", day(forecast.reachedOn))}</p>;
  return noForecast ? (
    <p>{text(`noForecast.${noForecast.reason}`, day(noForecast.until))}</p>
  ) : null;
}

function spanOf({ from, to }: { from: number; to: number }) {
  if (from < to) return "weeks";
  return to === 1 ? "firstWeek" : "oneWeek";
}
