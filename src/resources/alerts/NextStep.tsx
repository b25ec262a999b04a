import Button from "@mui/material/Button";
import { LinkBase, useCreatePath } from "react-admin";
import { can } from "../../../domain/access.ts";
import { type AlertFamily, alertFamily } from "../../../domain/alerts/rules.ts";
import { useTranslate } from "../../i18n/translate.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import type { AlertRecord } from "../records.ts";
import styles from "./alerts.module.css";
import { subjectOf } from "./subject.ts";

interface NextStepProps {
  alert: AlertRecord;
  onTake?: () => void;
}

/** What to do about an alert: a link for those who manage contracts, else whom to ask. */
export function NextStep({ alert, onTake }: NextStepProps) {
  const translate = useTranslate();
  const pathOf = useStepPath();
  const manages = can(useUserProfile(), "contract.manage");
  const family = alertFamily(alert.kind);
  if (!manages) {
    return <p className={styles.ask}>{translate(`resources.alerts.ask.${family}`)}</p>;
  }
  return (
    <Button
      variant="outlined"
      size="small"
      component={LinkBase}
      to={pathOf(alert, family)}
      {...(onTake ? { onClick: onTake } : {})}
    >
      {translate(`resources.alerts.step.${family}`)}
    </Button>
  );
}

function useStepPath() {
  const createPath = useCreatePath();
  return (alert: AlertRecord, family: AlertFamily): string => {
    const subject = subjectOf(alert);
    const renewal = `${createPath({ ...subject, type: "create" })}?renew=${alert.contractId}`;
    const page = createPath({ ...subject, type: "show" });
    const paths: Record<AlertFamily, string> = {
      cap: createPath({ ...subject, type: "edit" }),
      end: renewal,
      gap: `${renewal}&gap`,
      reconcile: page,
      webhook: page,
    };
    return paths[family];
  };
}
