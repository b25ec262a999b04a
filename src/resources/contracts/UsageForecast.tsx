import { useQuery } from "@tanstack/react-query";
import type { OwnContract } from "../../../domain/contracts/schemas.ts";
import { formatDateJa } from "../../../domain/text/dates.ts";
import type { UsageQuery, UsageSeries } from "../../../domain/usage/schemas.ts";
import { contractPages } from "../../i18n/ja/contractPages.ts";
import { useApi } from "../../providers/data/useApi.ts";

const { forecast: forecasts, noForecast: reasons } = contractPages.usage;

const BY_MONTH = { by: "month", cumulative: "true" } as const;

/**
 * このペースでは2026年11月18日ごろ上限に達する見込みです。 Or in which weeks, or why neither is given; its
 * room until then.
 */
export function UsageForecast({ contract }: { contract: Pick<OwnContract, "contractId"> }) {
  const { data, isPending } = useUsage(contract.contractId, BY_MONTH);
  if (data) return <ForecastSentence data={data} />;
  return isPending ? <p data-loading>{"\u00a0"}</p> : null;
}

export function ForecastSentence({
  data: { forecast, noForecast },
}: {
  data: Pick<UsageSeries, "forecast" | "noForecast">;
}) {
  const day = (date: string | null) => (date === null ? "" : formatDateJa(date));
  if (forecast?.weeks) return <p>{weeksText(forecast.weeks)}</p>;
  if (forecast) return <p>{forecasts.day(day(forecast.reachedOn))}</p>;
  // A server of the next release may have a reason that this page does not know.
  const said = noForecast && reasons[noForecast.reason]?.(day(noForecast.until));
  return said ? <p>{said}</p> : null;
}

function weeksText({ from, to }: { from: number; to: number }): string {
  if (from < to) return forecasts.weeks(from, to);
  return to === 1 ? forecasts.firstWeek : forecasts.oneWeek(to);
}

/** What a contract used per day or month, and what that leads to. */
export function useUsage(contractId: number, query: UsageQuery) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["contracts", "usage", contractId, query],
    queryFn: ({ signal }) => api("GET /contracts/{id}/usage", { id: contractId, query, signal }),
  });
}
