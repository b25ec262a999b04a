import { useId } from "react";
import { useGetList, useTranslate } from "react-admin";
import type { OwnContract } from "../../../domain/contracts.ts";
import { tokyoDate } from "../../../domain/dates.ts";
import { usagePace } from "../../../domain/usagePace.ts";
import { LoadingState } from "../../components/display/LoadingState.tsx";
import { messageFor } from "../../providers/errorMessage.ts";
import { ForecastSentence } from "../../resources/contracts/UsageForecast.tsx";
import { useUsage } from "../../resources/contracts/useUsage.ts";
import { FailedPart } from "../FailedPart.tsx";
import home from "../home.module.css";
import { OWN_CONTRACTS } from "../ownContractList.ts";
import { MonthUse } from "./MonthUse.tsx";
import { PaceBars } from "./PaceBars.tsx";
import { WorkspaceUse } from "./WorkspaceUse.tsx";

/** Use against time of the contract that covers today, by workspace; for organization admins. */
export function UsagePace() {
  const { data } = useGetList<OwnContract & { id: number }>("contracts", OWN_CONTRACTS);
  const running = data?.find(({ status }) => status === "ACTIVE" || status === "EXPIRING");
  return running ? <PaceCard contract={running} /> : null;
}

const BY_WORKSPACE = { by: "month", split: "workspace" } as const;

function PaceCard({ contract }: { contract: OwnContract }) {
  const translate = useTranslate();
  const titleId = useId();
  const today = tokyoDate(new Date());
  const pace = usagePace(contract, today);
  const { data, error } = useUsage(contract.contractId, BY_WORKSPACE);
  return (
    <section className={home.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{translate("home.pace.title")}</h2>
      <PaceBars contract={contract} pace={pace} />
      {data ? (
        <>
          <ForecastSentence forecast={data.forecast} />
          <MonthUse points={data.points} pace={pace} today={today} />
          <WorkspaceUse points={data.points} today={today} />
        </>
      ) : null}
      {error ? <FailedPart text={messageFor(error)} /> : null}
      {data || error ? null : <LoadingState />}
    </section>
  );
}
