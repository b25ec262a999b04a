import { LinkBase, useCreatePath } from "react-admin";
import { useTranslate } from "../i18n/translate.ts";
import { AlertKindChip } from "../resources/alerts/AlertKindChip.tsx";
import { NextStep } from "../resources/alerts/NextStep.tsx";
import { subjectName, subjectOf } from "../resources/alerts/subject.ts";
import type { AlertRecord } from "../resources/records.ts";
import styles from "./adminHome.module.css";

/** An alert with what it is about and what to do about it. */
export function AlertRow({ alert }: { alert: AlertRecord }) {
  const createPath = useCreatePath();
  const translate = useTranslate();
  const subject = createPath({ ...subjectOf(alert), type: "show" });
  return (
    <>
      <div className={styles.subject}>
        <LinkBase to={subject}>{subjectName(alert, translate)}</LinkBase>
        <p>{alert.message}</p>
      </div>
      <AlertKindChip kind={alert.kind} />
      <NextStep alert={alert} />
    </>
  );
}
