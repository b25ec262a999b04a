import { memo } from "react";
import type { ContractStatus, UsageState } from "../../../domain/contracts/rules.ts";
import type { UserStatus } from "../../../domain/users/rules.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import { users } from "../../i18n/ja/resources/users.ts";
import styles from "./display.module.css";

export type Tone = "success" | "warning" | "error" | "info" | "neutral";

/** Each tone has its own shape, so that userTones differ not only by colour. */
const SHAPES: Record<Tone, string> = {
  success: "M4.2 9.4 1.2 6.4l1.1-1.1 1.9 1.9 4.6-4.6 1.1 1.1z",
  warning: "M6 1 11.5 11H.5zm-.7 3.6v3.2h1.4V4.6zm0 4v1.2h1.4V8.6z",
  error:
    "m2.6 1.5 3.4 3.4 3.4-3.4 1.1 1.1L7.1 6l3.4 3.4-1.1 1.1L6 7.1l-3.4 3.4-1.1-1.1L4.9 6 1.5 2.6z",
  info: "M6 1a5 5 0 1 0 0 10A5 5 0 0 0 6 1m0 1.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2",
  neutral: "M1.5 5.2h9v1.6h-9z",
};

export const StatusChip = memo(function StatusChip({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={`gap-4 caption strong nowrap ${styles.chip}`} data-tone={tone}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[tone]} fillRule="evenodd" />
      </svg>
      {label}
    </span>
  );
});

/** A name, which has no state and so no mark. */
export function NameChip({ name }: { name: string }) {
  return (
    <span className={`gap-4 caption strong nowrap ${styles.chip}`} data-tone="neutral" title={name}>
      {name}
    </span>
  );
}

const userTones: Record<UserStatus, Tone> = {
  ACTIVE: "success",
  INVITED: "info",
  DISABLED: "neutral",
};

export function UserStatusChip({ status }: { status: UserStatus }) {
  return <StatusChip tone={userTones[status]} label={users.status[status]} />;
}

export const contractTones: Record<ContractStatus, Tone> = {
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
  return contractStatusChip(status);
}

export function contractStatusChip(status: ContractStatus) {
  return <StatusChip tone={contractTones[status]} label={contracts.status[status]} />;
}

export function UsageStateChip({ usageState }: { usageState: UsageState }) {
  return <StatusChip tone={usageTones[usageState]} label={contracts.usageState[usageState]} />;
}
