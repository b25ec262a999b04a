import { LinkBase, useCreatePath } from "react-admin";
import { AlertKindChip } from "../resources/alerts/AlertKindChip.tsx";
import { NextStep } from "../resources/alerts/NextStep.tsx";
import type { AlertRecord } from "../resources/records.ts";
import styles from "./adminHome.module.css";

/** An alert with its contract and what to do about it. */
export function AlertRow({ alert }: { alert: AlertRecord }) {
  const createPath = useCreatePath();
  const contract = createPath({ resource: "contracts", type: "show", id: alert.contractId });
  return (
    <>
      <div className={styles.subject}>
        <LinkBase to={contract}>{alert.organizationName}</LinkBase>
        <p>{alert.message}</p>
      </div>
      <AlertKindChip kind={alert.kind} />
      <NextStep alert={alert} />
    </>
  );
}
