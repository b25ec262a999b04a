import type { ContractStatus, UsageState } from "../../../domain/contracts/rules.ts";
import type { Translate } from "../../i18n/translate.ts";
import { useTranslate } from "../../i18n/translate.ts";
import { StatusChip, type Tone } from "./StatusChip.tsx";

const statusTones: Record<ContractStatus, Tone> = {
  ACTIVE: "success",
  EXPIRING: "warning",
  UPCOMING: "info",
  EXPIRED: "neutral",
  TERMINATED: "neutral",
};

const usageTones: Record<UsageState, Tone> = {
  NORMAL: "success",
  WARNING: "warning",
  REACHED: "error",
  EXCEEDED: "error",
};

export function ContractStatusChip({ status }: { status: ContractStatus }) {
  return contractStatusChip(status, useTranslate());
}

export function contractStatusChip(status: ContractStatus, translate: Translate) {
  return (
    <StatusChip
      tone={statusTones[status]}
      label={translate(`resources.contracts.status.${status}`)}
    />
  );
}

export function UsageStateChip({ usageState }: { usageState: UsageState }) {
  const translate = useTranslate();
  return (
    <StatusChip
      tone={usageTones[usageState]}
      label={translate(`resources.contracts.usageState.${usageState}`)}
    />
  );
}
