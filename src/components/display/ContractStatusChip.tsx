import { useTranslate } from "react-admin";
import type { ContractStatus, UsageState } from "../../../domain/contractRules.ts";
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
  const translate = useTranslate();
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
