import Button from "@mui/material/Button";
import { LinkBase, useCreatePath } from "react-admin";
import { can } from "../../../domain/access.ts";
import { type AlertFamily, type AlertKind, alertFamily } from "../../../domain/alerts/rules.ts";
import { StatusChip, type Tone } from "../../components/display/StatusChip.tsx";
import { alerts } from "../../i18n/ja/resources/alerts.ts";
import { serviceKeys } from "../../i18n/ja/resources/serviceKeys.ts";
import { webhooks } from "../../i18n/ja/resources/webhooks.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { AlertRecord } from "../records.ts";
import styles from "./alerts.module.css";

/** Marks an alert as read, and those that it includes. */
export function useMarkRead(): (alert: AlertRecord) => void {
  const { write } = useWrite("POST /alerts/{id}/read", {
    changes: "alerts",
    noticesProblem: true,
  });
  return ({ alertId }) => void write({ id: alertId, body: {} });
}

/** It stays where it is once pressed, so that it keeps the focus. */
export function MarkRead({ alert, unread }: { alert: AlertRecord; unread: boolean }) {
  const markRead = useMarkRead();
  return (
    <button
      type="button"
      className={`body-text nowrap hover round primary ${styles.markRead}`}
      aria-disabled={unread ? undefined : true}
      onClick={() => {
        if (unread) markRead(alert);
      }}
    >
      {unread ? alerts.markRead : alerts.read}
    </button>
  );
}

export const alertTones: Record<AlertKind, Tone> = {
  CAP_80: "warning",
  CAP_100: "error",
  ENDING_60: "info",
  ENDING_30: "warning",
  ENDING_7: "error",
  ENDED: "error",
  GAP: "warning",
  RECONCILE: "error",
  WEBHOOK_FAILING: "warning",
  WEBHOOK_PAUSE_NEAR: "error",
  WEBHOOK_PAUSED: "error",
  LAST_ADMIN_DISABLED: "error",
  SSO_REFUSED: "error",
  KEY_ENDING: "warning",
};

/** The state that an alert is about, as it is now. */
export function AlertChip({ kind, label }: Pick<AlertRecord, "kind" | "label">) {
  return <StatusChip tone={alertTones[kind]} label={label} />;
}

/** What to do about an alert, for those who manage contracts. */
export function NextStep({ alert }: { alert: AlertRecord }) {
  const createPath = useCreatePath();
  const manages = can(useUserProfile(), "contract.manage");
  const family = alertFamily(alert.kind);
  if (!manages) return null;
  return (
    <Button
      variant="outlined"
      size="small"
      component={LinkBase}
      to={stepPath(alert, family, createPath)}
    >
      {alerts.step[family]}
    </Button>
  );
}

type Subject = Pick<AlertRecord, "contractId" | "webhookId" | "serviceKeyId" | "organizationId">;

/** Where the next step about an alert of a family is taken. */
export function stepPath(
  about: Subject,
  family: AlertFamily,
  createPath: ReturnType<typeof useCreatePath>,
): string {
  const subject = subjectOf(about);
  const renewal = `${createPath({ ...subject, type: "create" })}?renew=${about.contractId}`;
  const page = createPath({ ...subject, type: "show" });
  const paths: Record<AlertFamily, string> = {
    cap: createPath({ ...subject, type: "edit" }),
    end: renewal,
    gap: `${renewal}&gap`,
    reconcile: page,
    webhook: page,
    admins: page,
    sso: page,
    key: createPath({ ...subject, type: "list" }),
  };
  return paths[family];
}

/** What an alert is about: a contract, a receiver, a service key, or an organization. */
export function subjectOf({ contractId, webhookId, serviceKeyId, organizationId }: Subject) {
  if (serviceKeyId !== null) return { resource: "service-keys", id: serviceKeyId } as const;
  if (webhookId !== null) return { resource: "webhooks", id: webhookId } as const;
  return contractId === null
    ? ({ resource: "organizations", id: organizationId ?? 0 } as const)
    : ({ resource: "contracts", id: contractId } as const);
}

/** The organization whose contract it is about; a receiver and a service key belong to none. */
export function subjectName({ organizationName, serviceKeyId }: AlertRecord): string {
  return organizationName ?? (serviceKeyId === null ? webhooks.name : serviceKeys.name);
}

const kinds: readonly AlertKind[] = ["ENDING_30", "ENDING_7"];

/** The filter of contracts that end within 30 days, and that none follows. */
export const ENDING_SOON = kinds.join(",");
