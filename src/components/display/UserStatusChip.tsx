import type { UserStatus } from "../../../domain/users/rules.ts";
import { useTranslate } from "../../i18n/translate.ts";
import { StatusChip, type Tone } from "./StatusChip.tsx";

const tones: Record<UserStatus, Tone> = {
  ACTIVE: "success",
  INVITED: "info",
  DISABLED: "neutral",
};

export function UserStatusChip({ status }: { status: UserStatus }) {
  const translate = useTranslate();
  return <StatusChip tone={tones[status]} label={translate(`resources.users.status.${status}`)} />;
}
