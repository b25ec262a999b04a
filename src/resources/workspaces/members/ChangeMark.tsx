import { useTranslate } from "react-admin";
import { StatusChip } from "../../../components/display/StatusChip.tsx";
import type { MemberRecord } from "./memberChanges.ts";

export function ChangeMark({ change }: Pick<MemberRecord, "change">) {
  const translate = useTranslate();
  if (change === null) return null;
  return change === "added" ? (
    <StatusChip tone="info" label={translate("resources.workspaces.members.willJoin")} />
  ) : (
    <StatusChip tone="warning" label={translate("resources.workspaces.members.willLeave")} />
  );
}
