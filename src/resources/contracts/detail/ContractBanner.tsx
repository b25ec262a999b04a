import { useQuery } from "@tanstack/react-query";
import { useDataProvider, useTranslate } from "react-admin";
import { effectiveEnd } from "../../../../domain/contractRules.ts";
import { daysBetween, formatDateJa } from "../../../../domain/dates.ts";
import type { ContractRecord } from "../contractRecord.ts";
import detail from "./detail.module.css";

interface ContractBannerProps {
  contract: ContractRecord;
  today: string;
}

/** Warns of a coming termination, or of an end without a following contract. */
export function ContractBanner({ contract, today }: ContractBannerProps) {
  const translate = useTranslate();
  const { status, terminationDate } = contract;
  if (terminationDate && status !== "TERMINATED" && status !== "EXPIRED") {
    return (
      <p className={detail.banner}>
        {translate("resources.contracts.detail.terminationPlanned", {
          date: formatDateJa(terminationDate),
        })}
      </p>
    );
  }
  return status === "EXPIRING" ? <EndBanner contract={contract} today={today} /> : null;
}

function EndBanner({ contract, today }: ContractBannerProps) {
  const translate = useTranslate();
  const isFollowed = useIsFollowed(contract);
  if (isFollowed !== false) return null;
  const days = daysBetween(today, effectiveEnd(contract));
  return (
    <p className={detail.banner}>
      {translate(`resources.contracts.detail.${days === 0 ? "expiringToday" : "expiring"}`, {
        days,
      })}
    </p>
  );
}

/** Whether the organization has a later contract; undefined while it loads. */
function useIsFollowed({ organizationId, startDate, contractId }: ContractRecord) {
  const dataProvider = useDataProvider();
  const { data } = useQuery({
    queryKey: ["contracts", "latest", organizationId, contractId],
    queryFn: ({ signal }) =>
      dataProvider.getList<ContractRecord>("contracts", {
        filter: { organizationId },
        sort: { field: "startDate", order: "DESC" },
        pagination: { page: 1, perPage: 1 },
        signal,
      }),
  });
  const latest = data?.data[0];
  return data && latest !== undefined && latest.startDate > startDate;
}
