import { useId } from "react";
import { useGetList, useTranslate } from "react-admin";
import type { OwnContract } from "../../domain/contracts.ts";
import { ContractStatusChip } from "../components/display/ContractStatusChip.tsx";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { messageFor } from "../providers/errorMessage.ts";
import { ContractPeriod } from "../resources/contracts/ContractPeriod.tsx";
import { CountUsage, MinutesUsage } from "../resources/contracts/ContractUsageBars.tsx";
import { FailedPart } from "./FailedPart.tsx";
import styles from "./home.module.css";
import { OWN_CONTRACTS } from "./ownContractList.ts";

/** The contracts of the own organization, latest first; for organization admins. */
export function OwnContracts() {
  const translate = useTranslate();
  const titleId = useId();
  const { data, error } = useGetList<OwnContract & { id: number }>("contracts", OWN_CONTRACTS);
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{translate("home.contract.title")}</h2>
      {data?.length === 0 ? <p>{translate("home.contract.none")}</p> : null}
      {data?.map((contract) => (
        <ContractSummary key={contract.id} contract={contract} />
      ))}
      {error ? <FailedPart text={messageFor(error)} /> : null}
      {data || error ? null : <LoadingState />}
    </section>
  );
}

function ContractSummary({ contract }: { contract: OwnContract }) {
  const translate = useTranslate();
  return (
    <dl className={styles.contract}>
      <div>
        <dt>{translate("resources.contracts.fields.status")}</dt>
        <dd>
          <ContractStatusChip status={contract.status} />
        </dd>
      </div>
      <div>
        <dt>{translate("resources.contracts.fields.period")}</dt>
        <dd>
          <ContractPeriod contract={contract} />
        </dd>
      </div>
      <div>
        <dt>{translate("resources.contracts.fields.transcriptCount")}</dt>
        <dd>
          <CountUsage contract={contract} />
        </dd>
      </div>
      <div>
        <dt>{translate("resources.contracts.fields.transcriptMinutes")}</dt>
        <dd>
          <MinutesUsage contract={contract} />
        </dd>
      </div>
    </dl>
  );
}
