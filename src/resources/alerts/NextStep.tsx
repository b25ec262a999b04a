import Button from "@mui/material/Button";
import { LinkBase, useCreatePath } from "react-admin";
import { can } from "../../../domain/access.ts";
import { type AlertFamily, alertFamily } from "../../../domain/alerts/rules.ts";
import { useTranslate } from "../../i18n/translate.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import type { AlertRecord } from "../records.ts";
import styles from "./alerts.module.css";

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
  return ({ contractId }: AlertRecord, family: AlertFamily): string => {
    const contract = { resource: "contracts", id: contractId };
    const renewal = `${createPath({ ...contract, type: "create" })}?renew=${contractId}`;
    const paths: Record<AlertFamily, string> = {
      cap: createPath({ ...contract, type: "edit" }),
      end: renewal,
      gap: `${renewal}&gap`,
      reconcile: createPath({ ...contract, type: "show" }),
    };
    return paths[family];
  };
}
